"""Questions for dealers, dealt at random and answered by the engine: for the printed test, and for the trainer in the browser."""
