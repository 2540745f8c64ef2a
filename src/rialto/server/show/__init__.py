"""What a seat is shown: views, choices, replays, lists."""
