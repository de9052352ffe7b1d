import { z } from 'zod';
import { runEndReason, runStatus } from '@/lib/contract/runs/run';
import { longId, none, textId, time } from '@/lib/wire/values';
import { resource } from '@/lib/wire/wire';
import { operation } from '../operation';
import { ofRun, onOneRun } from './run-extras';

export const followRun = operation({
  id: 'followRun',
  method: 'GET',
  effect: 'read',
  path: '/{orgId}/kits/{kitId}/runs/{runId}/events',
  summary: 'The event stream of one run, for scripts',
  permission: { needs: 'run', action: 'run.see', ...ofRun },
  params: onOneRun,
  query: none,
  body: null,
  answer: { kind: 'events' },
});

export const downloadLog = operation({
  id: 'downloadLog',
  method: 'GET',
  effect: 'read',
  path: '/{orgId}/kits/{kitId}/runs/{runId}/log',
  summary: 'The whole log of a run, as far as it has come, as a text file',
  permission: { needs: 'run', action: 'run.see', ...ofRun },
  params: onOneRun,
  query: none,
  body: null,
  answer: { kind: 'file' },
});

export const followRuns = operation({
  id: 'followRuns',
  method: 'GET',
  effect: 'read',
  path: '/{orgId}/events',
  summary: 'One event stream for the runs of a page: `runs=1,2,…`; ids that are not visible are left out',
  permission: { needs: 'org', action: 'org.enter' },
  params: z.strictObject({ orgId: textId }),
  query: z.strictObject({
    runs: z.codec(
      z
        .string()
        .regex(/^\d{1,16}(,\d{1,16}){0,199}$/, 'Must be at most 200 run ids with commas between them'),
      z.array(longId),
      { decode: (text) => text.split(',').map(Number), encode: (ids) => ids.join(',') },
    ),
  }),
  body: null,
  answer: { kind: 'events' },
});

/** The data of a stream's `log` events: each piece of a run's log, once. Offsets are in UTF-16 code units. */
export const logEvent = resource({
  runId: ['run_id', longId],
  offset: ['offset', z.int()],
  text: ['logging_message', z.string()],
});

/** The data of a stream's `status` and `rows` events: what changes during a run. New links come as `rows`, too. */
export const runEvent = resource({
  runId: ['run_id', longId],
  status: ['status', runStatus],
  endReason: ['end_reason', runEndReason.nullable()],
  totalRows: ['total_rows_returned', z.int().nullable()],
  /** How many links to its source it has; absent once it has ended. */
  linkCount: ['link_count', z.int().optional()],
  startedAt: ['start_time', time.nullable()],
  endedAt: ['end_time', time.nullable()],
});
