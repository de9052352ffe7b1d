import { expect, it } from 'vitest';
import { z } from 'zod';
import { sql } from '@/server/base/database/db';
import { withApp } from '../support/app/app';

withApp();

/** What claiming a run and recording its success change. */
const CHANGING = [
  'status',
  'started_at',
  'ended_at',
  'payload_format',
  'total_rows',
  'is_truncated',
  'has_result',
  'result_bytes',
  'result_store_id',
  'result_hash',
  'result_facts',
  'errors',
];

const indexes = z.array(z.object({ indexdef: z.string() })).min(10);

it('no index mentions what changes while a run is in progress, so that updating a run writes none of them', async () => {
  const found = indexes.parse(await sql.query("select indexdef from pg_indexes where tablename = 'run'"));
  const mentioning = CHANGING.flatMap((column) =>
    found.filter(({ indexdef }) => new RegExp(`\\b${column}\\b`).test(indexdef)),
  );
  expect(mentioning).toEqual([]);
});
