"""The mathematics report (PAR sheet) of an analysis: its sections, each made in a module of its own."""
