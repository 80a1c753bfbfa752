"""Faults that people who run gateways reported: a table of requests and what must hold."""
