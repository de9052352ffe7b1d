import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CronExpression, parseCron } from './cron-expression';
import { dueTimes, nextTime, nextTimes } from './firing-times';
import { instantOf, offsetAt, wallAt } from './wall-clock';

const MINUTE = 60_000;
const DAY = 86_400_000;

function cronOf(text: string): CronExpression {
  const parsed = parseCron(text);
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.cron;
}

/** Answers the same question without what `offsetAt` remembers of other moments. */
function offsetOf(zone: string): (instantMs: number) => number {
  const parts = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
  return (instantMs) => Date.parse(`${parts.format(instantMs).replace(' ', 'T')}Z`) - instantMs;
}

/** The moments from 2020 to 2040 at which a zone changes its offset. */
function transitionsOf(zone: string): number[] {
  const found: number[] = [];
  // No zone changes twice within ten days.
  for (let day = Date.UTC(2020, 0, 1); day < Date.UTC(2041, 0, 1); day += 10 * DAY) {
    let [low, high] = [day, day + 10 * DAY];
    if (offsetAt(zone, low) === offsetAt(zone, high)) continue;
    while (high - low > MINUTE) {
      const middle = low + Math.floor((high - low) / 2 / MINUTE) * MINUTE;
      if (offsetAt(zone, middle) === offsetAt(zone, low)) low = middle;
      else high = middle;
    }
    found.push(high);
  }
  return found;
}

/** What the rule says, minute by minute: the first moment of each matching time, or the one at which clocks skip it. */
function byTheRule(minutes: ReadonlySet<number>, zone: string, fromMs: number, toMs: number): number[] {
  const firstMoment = new Map<number, number>();
  const fired = new Set<number>();
  let shown = wallAt(zone, fromMs - MINUTE);
  for (let now = fromMs - DAY; now < toMs; now += MINUTE) {
    const wall = wallAt(zone, now);
    // Skipped times come between what was shown last and what is shown now.
    if (now > fromMs - DAY) {
      for (let skipped = shown + MINUTE; skipped < wall; skipped += MINUTE) {
        if (minutes.has((((skipped % DAY) + DAY) % DAY) / MINUTE)) fired.add(now);
      }
    }
    if (!firstMoment.has(wall)) {
      firstMoment.set(wall, now);
      if (minutes.has((((wall % DAY) + DAY) % DAY) / MINUTE)) fired.add(now);
    }
    shown = wall;
  }
  return [...fired].filter((time) => time > fromMs).sort((a, b) => a - b);
}

const zones = Intl.supportedValuesOf('timeZone');

describe('firing times', () => {
  it('S59 follow the rule across every change of the clocks of every zone from 2020 to 2040, never twice, never forgotten', () => {
    const seen = new Set<string>();
    let checked = 0;
    for (const zone of zones) {
      const trueOffset = offsetOf(zone);
      for (const change of transitionsOf(zone)) {
        const kind = `${offsetAt(zone, change - MINUTE)}:${offsetAt(zone, change)}:${wallAt(zone, change) % DAY}`;
        expect(offsetAt(zone, change)).toBe(trueOffset(change));
        expect(offsetAt(zone, change - MINUTE)).toBe(trueOffset(change - MINUTE));
        if (seen.has(kind)) continue;
        seen.add(kind);
        const [from, to] = [change - 4 * 60 * MINUTE, change + 4 * 60 * MINUTE];
        for (const text of ['*/7 * * * *', '30 * * * *', '0,30 0-3 * * *', '15 2 * * *', '0 */2 * * *']) {
          const cron = cronOf(text);
          const expected = byTheRule(new Set(cron.minutesOfDay), zone, from, to);
          expect(
            nextTimes(cron, zone, from, expected.length),
            `${text} in ${zone} at ${new Date(change).toISOString()}`,
          ).toEqual(expected);
          checked++;
        }
      }
    }
    expect(checked).toBeGreaterThan(100);
  });

  it('S59 in any zone and year, each moment has one next time, which shows the minute that the expression names', () => {
    const field = (most: number) => fc.oneof(fc.constant('*'), fc.integer({ min: 0, max: most }).map(String));
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2040, 0, 1) }),
        field(59),
        field(23),
        (zone, startMs, minute, hour) => {
          const cron = cronOf(`${minute} ${hour} * * *`);
          const times = nextTimes(cron, zone, startMs, 4);
          expect(times[0]).toBeGreaterThan(startMs);
          expect(new Set(times).size).toBe(4);
          // Asked a moment before a time, it is that time.
          for (const time of times) expect(nextTime(cron, zone, time - 1000)).toBe(time);
          const shown = times.map((time) => (wallAt(zone, time) % DAY) / MINUTE);
          const isAsNamed = shown.filter((wall) => cron.minutesOfDay.includes(wall)).length;
          expect(isAsNamed).toBeGreaterThanOrEqual(3);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('counts what came due, however long nobody looked', () => {
    const cron = cronOf('0 * * * *');
    const first = Date.UTC(2026, 9, 24, 12);
    const due = dueTimes(cron, 'Europe/Berlin', first, first + 2 * DAY + 5 * MINUTE);
    // The hour that repeats on October 25 counts once.
    expect(due.count).toBe(48);
    expect(due.latestMs).toBe(first + 2 * DAY);
    expect(due.nextMs).toBe(first + 2 * DAY + 60 * MINUTE);
    expect(instantOf('Europe/Berlin', Date.UTC(2026, 9, 25, 2, 30))).toBe(Date.UTC(2026, 9, 25, 0, 30));
  });
});

describe('expressions', () => {
  it.each([
    ['0 7 * * 1-5', '2026-03-09T07:00Z 2026-03-10T07:00Z'],
    ['0 18 l * *', '2026-03-31T18:00Z 2026-04-30T18:00Z'],
    ['0 9 * * MON#2', '2026-03-09T09:00Z 2026-04-13T09:00Z'],
    ['0 0 29 2 *', '2028-02-29T00:00Z 2032-02-29T00:00Z'],
    // As every cron does: either of the days.
    ['0 0 13 * 5', '2026-03-13T00:00Z 2026-03-20T00:00Z'],
  ])('%s', (text, expected) => {
    const times = nextTimes(cronOf(text), 'Etc/UTC', Date.UTC(2026, 2, 7, 12), 2);
    expect(times.map((time) => new Date(time).toISOString().replace(':00.000', '')).join(' ')).toBe(expected);
  });

  it.each([
    '',
    '* * * *',
    '0 0 30 2 *',
    '@daily',
    'H * * * *',
    '0 24 * * *',
    '* * * * * *',
    '0 0 ? * *',
    '*/0 * * * *',
    'x'.repeat(500),
  ])('“%s” is refused in words', (text) => {
    const parsed = parseCron(text);
    expect(parsed.ok ? '' : parsed.message).toMatch(/\.$/);
  });
});
