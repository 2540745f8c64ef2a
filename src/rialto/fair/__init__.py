"""Fair shuffles that anybody can check: docs/fairness.md."""
