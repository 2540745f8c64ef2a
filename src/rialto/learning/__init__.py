"""Learning by self-play (extra `train`: torch, numba-cuda): `python -m rialto.learning.train`."""
