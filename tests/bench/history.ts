import { withClient } from '@/scripts/postgres/connect';
import { startBenchApp } from './support/bench-app';
import { fillHistory, HISTORY_RUNS } from './support/fill-history';
import { fillLibrary } from './support/fill-library';
import { printTable, type Timing } from './support/measure';
import { logDuration, timeRequests } from './support/time-requests';

const ORG = 'sandbox-1';

/** As the screen requests it: without dropdown and startup runs, counting at most 10,000. */
const USUAL =
  'filter=is_dropdown:false&filter=is_startup:false&filter=bulk_parent_id:null&max_possible_count=10000';

const ways: Readonly<Record<string, string>> = {
  'as it opens': '',
  'page 400': '&page=399',
  'oldest first': '&sort=start_time',
  failed: '&filter=status:failed',
  'not a success': '&filter=status~:success',
  running: '&filter=status:running',
  'of persons 17…': '&filter=user_name:contains:person 17',
  'of nobody': '&filter=user_name:contains:zzz',
  'command named refund': '&filter=name:contains:refund',
  'a value in few': '&filter=runrams:contains:77777',
  'a value in many': '&filter=runrams:contains:damaged',
  'a value in none': '&filter=runrams:contains:zebra',
  'two letters': '&filter=runrams:contains:zq',
  'search: many': '&filter=search:contains:refund',
  'search: persons': '&filter=search:contains:person 17',
  'search: none': '&filter=search:contains:zebra',
  'one week': '&filter=start_time:gte:2026-01-01T00:00:00Z&filter=start_time:lt:2026-01-08T00:00:00Z',
  'long ago': '&filter=start_time:lt:2025-02-01T00:00:00Z',
  'lost by its worker': '&filter=end_reason:worker_lost',
  'three at once': '&filter=status:failed&filter=user_name:contains:person 17&filter=name:contains:refund',
};

/** One of each kind, which are asked for two at a time. */
const filters: Readonly<Record<string, string>> = {
  failed: 'status:failed',
  success: 'status:success',
  running: 'status:running',
  person: 'user_name:contains:person 17',
  'own id': 'user_id:demo-bench-17',
  named: 'name:contains:refund',
  'few values': 'runrams:contains:77777',
  'many values': 'runrams:contains:damaged',
  'no values': 'runrams:contains:zebra',
  search: 'search:contains:refund',
  'since 2026': 'start_time:gte:2026-01-01T00:00:00Z',
  'long ago': 'start_time:lt:2025-02-01T00:00:00Z',
  lost: 'end_reason:worker_lost',
  deleted: 'is_deleted:true',
  'not dealt with': 'is_dealt_with:false',
};

/** What each answer may take at the server, in milliseconds. */
const MOST_MS = 80;
const PAIR_TIMES = 5;

/** A person with too many commands to look up one by one. */
const THOUSAND = 'demo-bench-101';
const giveThousand = `insert into command_user_grant (org_id, command_id, user_id, role)
  select org_id, command_id, '${THOUSAND}', 'runner' from command
  where org_id = $1 and name ~ ' \\d+$' order by hashint4(command_id) limit 1000 on conflict do nothing`;

/**
 * Each page, filter, and pair of filters of a history of a million runs, or of `HISTORY_RUNS`, for people who see all of it
 * and some of it.
 */
export async function benchHistory(): Promise<void> {
  const runs = Number(process.env.HISTORY_RUNS ?? HISTORY_RUNS);
  const app = await startBenchApp('select 1');
  try {
    await withClient(app.databaseUrl, async (client) => {
      await fillLibrary(client, ORG, 'demo-dana');
      await client.query(giveThousand, [ORG]);
      await logDuration(`${runs.toLocaleString('en-US')} runs`, () => fillHistory(client, ORG, runs));
    });
    const path = (more: string) => encodeURI(`/${ORG}/skinny-runs?${USUAL}${more}`);
    const questions = Object.fromEntries(Object.entries(ways).map(([name, more]) => [name, path(more)]));
    const pairs = Object.fromEntries(
      Object.entries(filters).flatMap(([name, filter], at) =>
        Object.entries(filters)
          .slice(at + 1)
          .map(([other, its]) => [`${name} + ${other}`, path(`&filter=${filter}&filter=${its}`)]),
      ),
    );
    for (const [who, as] of [
      ['an admin', 'demo-dana'],
      ['someone with 50 commands', 'demo-bench-1'],
      ['someone with 130 commands', 'demo-bench-210'],
      ['someone with 1,000 commands', THOUSAND],
    ] as const) {
      printTable(`History for ${who} (milliseconds)`, await timeRequests(app, as, questions));
      printSlow(`Pairs of filters for ${who}`, await timeRequests(app, as, pairs, PAIR_TIMES));
    }
  } finally {
    await app.stop();
  }
}

/** Of many, those that take longer than they may. */
function printSlow(title: string, timings: Record<string, Timing>): void {
  const all = Object.entries(timings).sort(([, a], [, b]) => b.median - a.median);
  const slow = all.filter(([, { median }]) => median > MOST_MS);
  const [slowest] = all;
  const most =
    slowest === undefined ? '' : `, the slowest is ${slowest[0]} with ${slowest[1].median.toFixed(1)} ms`;
  console.log(`\n${title}: ${all.length - slow.length} of ${all.length} within ${MOST_MS} ms${most}`);
  if (slow.length > 0) printTable(`${title}, over ${MOST_MS} ms`, Object.fromEntries(slow));
}
