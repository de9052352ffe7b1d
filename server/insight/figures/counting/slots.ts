import statement, { raw, type Sql as Statement } from 'sql-template-tag';

const QUARTER_MS = 15 * 60 * 1000;
const DAY_MS = 24 * 60 * 60 * 1000;

/** From one moment to another, which is left out. Both begin a day of a time zone, so both are quarters of an hour. */
export interface Period {
  startMs: number;
  endMs: number;
}

type Span = 'quarter' | 'day' | 'month';

/** Slots of one length. */
interface Slots extends Period {
  span: Span;
}

const startOfMonth = (ms: number, later = 0): number => {
  const at = new Date(ms);
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + later);
};

/** The last start of a span until a moment, and the first one from it on, by UTC. */
const STARTS: Readonly<Record<'day' | 'month', { until(ms: number): number; from(ms: number): number }>> = {
  day: {
    until: (ms) => Math.floor(ms / DAY_MS) * DAY_MS,
    from: (ms) => Math.ceil(ms / DAY_MS) * DAY_MS,
  },
  month: {
    until: (ms) => startOfMonth(ms),
    from: (ms) => (startOfMonth(ms) === ms ? ms : startOfMonth(ms, 1)),
  },
};

/**
 * The fewest slots that make up a period: whole months of UTC, days before and after them, and quarters of an hour before
 * and after those.
 *
 * @param longest the longest span that may be used
 */
export function slotsOf(period: Period, longest: 'day' | 'month' = 'month'): Slots[] {
  const spans = longest === 'month' ? (['month', 'day'] as const) : (['day'] as const);
  return split(period, spans).filter((each) => each.startMs < each.endMs);
}

function split({ startMs, endMs }: Period, [span, ...shorter]: readonly ('day' | 'month')[]): Slots[] {
  if (span === undefined) return [{ span: 'quarter', startMs, endMs }];
  const first = STARTS[span].from(startMs);
  const last = STARTS[span].until(endMs);
  if (first >= last) return split({ startMs, endMs }, shorter);
  return [
    ...split({ startMs, endMs: first }, shorter),
    { span, startMs: first, endMs: last },
    ...split({ startMs: last, endMs }, shorter),
  ];
}

/** Rounds to the quarters of an hour that the figures have; the zones of today need no rounding. */
const quarter = (ms: number): Date => new Date(Math.floor(ms / QUARTER_MS) * QUARTER_MS);

/** A table of figures. */
type FigureTable = 'command_figure' | 'person_figure' | 'command_time' | 'org_figure' | 'org_time';

/**
 * A FROM item with the figures `f` of an organization in some periods, and `slots.period`, which counts from 0. Postgres
 * looks each slot up in the key: joined in any other way, it would read all slots of the table.
 *
 * @param which a further condition over the figures `f`
 * @param longest the longest slots that may be read
 */
export function figuresIn(
  table: FigureTable,
  orgId: string,
  periods: readonly Period[],
  which = statement`true`,
  longest: 'day' | 'month' = 'month',
): Statement {
  const slots = periods.flatMap((period, index) =>
    slotsOf(period, longest).map((each) => ({ ...each, index })),
  );
  return statement`unnest(
    ${slots.map(({ index }) => index)}::int[], ${slots.map(({ span }) => span)}::figure_span[],
    ${slots.map(({ startMs }) => quarter(startMs))}::timestamptz[],
    ${slots.map(({ endMs }) => quarter(endMs))}::timestamptz[]) as slots (period, span, from_at, to_at)
    cross join lateral (
      select f.* from ${raw(table)} f
      where f.org_id = ${orgId} and f.span = slots.span and f.slot_at >= slots.from_at and f.slot_at < slots.to_at
        and ${which}
      offset 0) f`;
}
