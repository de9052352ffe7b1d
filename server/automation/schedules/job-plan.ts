import { type CronExpression, parseCron } from '@/lib/schedules/cron-expression';
import { nextTime } from '@/lib/schedules/firing-times';
import { zoneOf } from '@/lib/schedules/time-zones';
import { AppError } from '@/server/base/errors';
import { processWide } from '@/server/base/process-wide';

/** When a job fires. */
export interface Plan {
  cronExpression: string;
  cronTimezone: string;
}

/** The plan that a request describes, in its stored form. Throws 400 with what can't be read. */
export function checkedPlan({ cronExpression, cronTimezone }: Plan): Plan {
  const parsed = parseCron(cronExpression);
  if (!parsed.ok) {
    throw new AppError('invalid', parsed.message, {
      issues: [{ path: 'cronExpression', message: parsed.message }],
    });
  }
  const zone = zoneOf(cronTimezone);
  if (zone === null) {
    const message = `“${cronTimezone}” is not a valid time zone. Use a name such as Europe/Berlin.`;
    throw new AppError('invalid', message, { issues: [{ path: 'cronTimezone', message }] });
  }
  return { cronExpression: parsed.cron.text, cronTimezone: zone };
}

const MOST_KNOWN = 10_000;

/** A stored expression, taken apart. Thousands of jobs share a few of them. */
export function cronOf(expression: string): CronExpression {
  const known = processWide('cron expressions', () => new Map<string, CronExpression>());
  const found = known.get(expression);
  if (found !== undefined) return found;
  const parsed = parseCron(expression);
  if (!parsed.ok) throw new Error(`A stored expression can't be read: ${parsed.message}`);
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(expression, parsed.cron);
  return parsed.cron;
}

/** The next time after a moment. */
export const nextRunAt = ({ cronExpression, cronTimezone }: Plan, after: Date): Date =>
  new Date(nextTime(cronOf(cronExpression), cronTimezone, after.getTime()));
