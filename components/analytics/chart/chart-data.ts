/** How the parts of a chart are drawn: outcomes have their own colors and patterns. */
export type Tone = 'good' | 'bad' | 'quiet' | 'one' | 'two' | 'three' | 'four' | 'five' | 'six';

export interface Series {
  key: string;
  name: string;
  tone: Tone;
}

/** A bar, whose parts stand on each other in the order of the series. */
export interface Bar {
  key: string;
  /** Below the bar, such as `Nov 23`. */
  label: string;
  /** In full, such as `Nov 23 – 29, 2026`. */
  name: string;
  values: Readonly<Record<string, number>>;
}

export const totalOf = ({ values }: Bar): number =>
  Object.values(values).reduce((sum, value) => sum + value, 0);
