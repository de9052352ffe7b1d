import { withClient } from '@/scripts/support/connect';
import { startBenchApp } from './bench-app';
import { fillHistory } from './fill-history';
import { fillLibrary } from './fill-library';
import { printTable } from './measure';
import { logDuration, timeRequests } from './time-requests';

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

/** Each page and filter of a history of a million runs, for people who see all of it and some of it. */
export async function benchHistory(): Promise<void> {
  const app = await startBenchApp('select 1');
  try {
    await withClient(app.databaseUrl, async (client) => {
      await fillLibrary(client, ORG, 'demo-dana');
      await logDuration('A million runs', () => fillHistory(client, ORG));
    });
    const questions = Object.fromEntries(
      Object.entries(ways).map(([name, more]) => [name, encodeURI(`/${ORG}/skinny-runs?${USUAL}${more}`)]),
    );
    for (const [who, as] of [
      ['an admin', 'demo-dana'],
      ['someone with 50 commands', 'demo-bench-1'],
      ['someone with 130 commands', 'demo-bench-210'],
    ] as const) {
      printTable(`History for ${who} (milliseconds)`, await timeRequests(app, as, questions));
    }
  } finally {
    await app.stop();
  }
}
