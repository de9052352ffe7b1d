/** How the parts of a chart are drawn: outcomes have their own colors and patterns. */
export type Tone =
  | 'good'
  | 'bad'
  | 'quiet'
  | 'one'
  | 'two'
  | 'three'
  | 'four'
  | 'five'
  | 'six'
  | 'seven'
  | 'eight';

export interface Series {
  key: string;
  name: string;
  tone: Tone;
  /** Of a line: for people who don't see colors. */
  isDashed?: true;
}

/** A place along a chart. */
export interface Place {
  key: string;
  /** Below the chart, such as `Nov 23`. */
  label: string;
  /** In full, such as `Nov 23 – 29, 2026`. */
  name: string;
}

/** A bar, whose parts stand on each other in the order of the series. */
export interface Bar extends Place {
  values: Readonly<Record<string, number>>;
}

/** Points of lines; null where there is nothing. */
export interface Points extends Place {
  values: Readonly<Record<string, number | null>>;
}

export const totalOf = ({ values }: Bar): number =>
  Object.values(values).reduce((sum, value) => sum + value, 0);
