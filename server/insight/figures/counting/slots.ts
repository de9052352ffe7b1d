import statement, { raw, type Sql as Statement } from 'sql-template-tag';

const QUARTER_MS = 15 * 60 * 1000;
const DAY_MS = 24 * 60 * 60 * 1000;

/** From one moment to another, which is left out. Both begin a day of a time zone, so both are quarters of an hour. */
export interface Period {
  startMs: number;
  endMs: number;
}

/** Slots of one length. */
interface Slots extends Period {
  span: 'quarter' | 'day';
}

/** The fewest slots that make up a period: whole UTC days, and quarters of an hour before and after them. */
export function slotsOf({ startMs, endMs }: Period): Slots[] {
  const firstDayMs = Math.ceil(startMs / DAY_MS) * DAY_MS;
  const lastDayMs = Math.floor(endMs / DAY_MS) * DAY_MS;
  const slots: Slots[] =
    firstDayMs > lastDayMs
      ? [{ span: 'quarter', startMs, endMs }]
      : [
          { span: 'quarter', startMs, endMs: firstDayMs },
          { span: 'day', startMs: firstDayMs, endMs: lastDayMs },
          { span: 'quarter', startMs: lastDayMs, endMs },
        ];
  return slots.filter((each) => each.startMs < each.endMs);
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
 */
export function figuresIn(
  table: FigureTable,
  orgId: string,
  periods: readonly Period[],
  which = statement`true`,
): Statement {
  const slots = periods.flatMap((period, index) => slotsOf(period).map((each) => ({ ...each, index })));
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
