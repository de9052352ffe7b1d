import type { Client } from 'pg';
import { z } from 'zod';
import { SANDBOX } from '../../support/doubles/remote-app';
import type { Ask, Question } from '../answers';
import { DANA, JONAS, MARIA } from './calls';

/** As the screen asks: without dropdown and startup runs, counted up to 10,000. */
const USUAL =
  'filter=is_dropdown:false&filter=is_startup:false&filter=bulk_parent_id:null&max_possible_count=10000';

const ways = [
  '&per_page=50',
  '&page=3',
  '&page=37',
  '&sort=start_time',
  '&filter=status:failed',
  '&filter=status~:success',
  '&filter=status:running',
  '&filter=status:starting',
  '&filter=user_name:contains:maria',
  '&filter=name:contains:order',
  '&filter=runrams:contains:tent',
  '&filter=runrams:contains:M\u00fcller',
  '&filter=runrams:contains:or',
  '&filter=search:contains:find',
  '&filter=search:contains:jonas',
  '&filter=search:contains:zebra',
  '&filter=end_reason:worker_lost',
  '&filter=end_reason:cancelled',
  '&filter=is_deleted:true',
  '&filter=kit_id:4',
  '&filter=ol_id:2',
  '&filter=user_id:demo-jonas',
  '&filter=status:failed&filter=user_name:contains:maria&filter=name:contains:refund',
];

/** What people and engineers keep besides runs; nothing of it depends on the time of the request. */
const kept = ['/history-views', '/approvals', '/cron-job-settings', '/dropdowns?sort=dropdown_id'] as const;

interface RecordedRun {
  run_id: number;
  command_id: number;
  org_id: string;
  has_sheet: boolean;
  /** When half of all runs had been requested. */
  middle: Date;
}

/** The requests to a release, and again to every later version: all recorded runs, and the history of all runs. */
export async function questionsFor(client: Client, ask: Ask, recordedRuns: number): Promise<Question[]> {
  const { rows } = await client.query<RecordedRun>(
    `select r.run_id, r.command_id, r.org_id, s.status is not distinct from 'ready' as has_sheet,
       (select percentile_disc(0.5) within group (order by created_at) from run) as middle
     from run r left join run_spreadsheet s on s.run_id = r.run_id
     order by r.run_id limit $1`,
    [recordedRuns],
  );
  const middle = rows[0]?.middle.toISOString() ?? '';
  const questions: Question[] = [];
  const add = (as: string, path: string, wants: Question['wants']) => questions.push({ as, path, wants });
  for (const { run_id, command_id, org_id, has_sheet } of rows) {
    const path = `/${org_id}/kits/${command_id}/runs/${run_id}`;
    add(DANA, path, 'body');
    add(DANA, `/${org_id}/skinny-runs/${run_id}`, 'body');
    add(MARIA, path, 'status');
    for (const format of await formatsOf(ask, path, has_sheet)) {
      add(DANA, `/${org_id}/runs/${run_id}/download-link/${format}`, 'file');
    }
  }
  const dates = [`&filter=start_time:lt:${middle}`, `&filter=start_time:gte:${middle}&filter=status:failed`];
  for (const as of [DANA, JONAS, MARIA]) {
    for (const way of [...ways, ...dates]) {
      add(as, encodeURI(`/${SANDBOX}/skinny-runs?${USUAL}${way}`), 'runs');
    }
    for (const kind of ['is_startup:true', 'is_dropdown:true', 'kit_run_id:1']) {
      add(as, `/${SANDBOX}/skinny-runs?filter=${kind}&max_possible_count=10000`, 'runs');
    }
    add(as, `/${SANDBOX}/skinny-kits`, as === DANA ? 'body' : 'status');
  }
  add(DANA, `/${SANDBOX}/skinny-runs?per_page=30`, 'body');
  add(MARIA, `/${SANDBOX}/run-groups/1`, 'body');
  add(MARIA, `/${SANDBOX}/kits/users/${MARIA}/pinned`, 'body');
  for (const path of kept) {
    for (const as of [JONAS, MARIA]) add(as, `/${SANDBOX}${path}`, 'body');
  }
  return questions;
}

const withExtensions = z.object({ extensions: z.string().nullable() });

/** The formats of a result; a spreadsheet only if it exists already, since no worker would make it. */
async function formatsOf(ask: Ask, path: string, hasSheet: boolean): Promise<string[]> {
  const response = await ask(DANA, path);
  if (!response.ok) return [];
  const { extensions } = withExtensions.parse(await response.json());
  const formats = extensions?.split(',') ?? [];
  return formats.filter((format) => format !== 'xlsx' || hasSheet);
}
