import math
from typing import NamedTuple, Sequence, TypedDict, Union
from dataclasses import dataclass


class Weights(TypedDict, total=False):
    recall: float
    precision: float


@dataclass
class Window:
    start: int
    stop: int = 10


class Point(NamedTuple):
    x: float
    y: float


def _clean(values):
    return values


def score(values: Sequence[float], window: Window, center: Point, weights: Weights | None = None, key: Union[int, str] = 0, label="none", passes=3, scale=1.5, exact=False):
    """Scores values.

    Parameters
    ----------
    values : sequence of float
        What is scored.
    window : Window
        Which part of it.
    label : str, optional
        Shown with the
        result.

    Returns
    -------
    float
    """
    return math.fsum(_clean(values))
