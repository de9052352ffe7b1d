def _helper(x):
    return x

def monthly_total(year: int, month: int, currency: str = "EUR") -> float:
    """
    Sum a month.

    Parameters
    ----------
    year : int
        The year.
    month : int
        From 1.
    """
    return 0.0
