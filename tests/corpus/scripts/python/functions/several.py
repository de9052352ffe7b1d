"""Helpers for dates."""
import datetime

def start_of_month(day):
    return day.replace(day=1)

def end_of_month(day):
    return day

class Range:
    pass
