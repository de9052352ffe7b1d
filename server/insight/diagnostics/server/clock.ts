import statement from 'sql-template-tag';
import { clock } from '@/server/base/clock';
import { column, query } from '@/server/base/database/statements';
import { deservesALook, fact, isBroken, isWell, type ServerChecker, seconds } from './server-finding';

const APART_MS = 1000;
const FAR_APART_MS = 10_000;

/** Whether the clock of this machine agrees with the database's, within the time that asking takes. */
export const checkClock: ServerChecker = async () => {
  const askedAtMs = clock.nowMs();
  const [row] = await query(
    { now: column.time, zone: column.text, up: column.int },
    statement`select clock_timestamp() as now, current_setting('TimeZone') as zone,
      extract(epoch from now() - pg_postmaster_start_time())::int as up`,
  );
  const answeredAtMs = clock.nowMs();
  if (row === undefined) throw new Error('The database did not say what time it is');
  const tookMs = answeredAtMs - askedAtMs;
  // The database said it at some moment in between.
  const differenceMs = Math.round(row.now.getTime() - (askedAtMs + tookMs / 2));
  const apartMs = Math.max(0, Math.abs(differenceMs) - tookMs / 2);
  const more = {
    facts: [
      fact('This machine', new Date(answeredAtMs).toISOString()),
      fact('Database', row.now.toISOString()),
      fact('Difference', `${differenceMs} ms, ± ${Math.ceil(tookMs / 2)} ms`),
      fact('Time zone of this machine', Intl.DateTimeFormat().resolvedOptions().timeZone),
      fact('Time zone of the database', row.zone),
      fact('This process has been running for', seconds(Math.floor(process.uptime()))),
      fact('The database has been running for', seconds(row.up)),
    ],
  };
  if (apartMs < APART_MS) return isWell('The clocks agree.', more);
  const message = `The clocks of this machine and the database are ${seconds(Math.round(apartMs / 1000))} apart. Check NTP on both.`;
  return apartMs >= FAR_APART_MS ? isBroken(message, more) : deservesALook(message, more);
};
