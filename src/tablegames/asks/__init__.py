"""Questions as people and programs put them: hands, bets, layouts, and the Rules Submission."""
