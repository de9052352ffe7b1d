/** How times along a chart are written: as precise as its points differ. */
export type TimeScale = 'month' | 'day' | 'minute';

const MIDNIGHT = /^\d{4}-\d\d(-\d\d([T ]00:00(:00(\.0+)?)?(Z|[+-]\d\d(:?\d\d)?)?)?)?$/;
const FIRST_OF_MONTH = /^\d{4}-\d\d(-01|$)/;

// The source's own calendar and clock: nothing is moved to the reader's time zone, so chart and table agree.
const formats: Record<TimeScale, Intl.DateTimeFormat> = {
  month: new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' }),
  day: new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' }),
  minute: new Intl.DateTimeFormat('en-US', {
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: 'UTC',
  }),
};

/** The scale for times as a source writes them (`2026-11-16`, `2026-11-16T09:30:00Z`). */
export function timeScaleOf(times: readonly string[]): TimeScale {
  if (!times.every((time) => MIDNIGHT.test(time))) return 'minute';
  return times.every((time) => FIRST_OF_MONTH.test(time)) ? 'month' : 'day';
}

/** A time in words on a scale: `Nov 2026`, `Nov 16`, `Nov 16, 09:30`. */
export function timeInWords(time: string, scale: TimeScale): string {
  const [, year = '', month = '01', day = '01', hour = '00', minute = '00'] =
    /^(\d{4})-(\d\d)(?:-(\d\d))?(?:[T ](\d\d):(\d\d))?/.exec(time) ?? [];
  const moment = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute));
  return year === '' || Number.isNaN(moment) ? time : formats[scale].format(moment);
}
