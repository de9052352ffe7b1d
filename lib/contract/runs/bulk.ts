import { z } from 'zod';
import { longId, longPathId, none, opaqueObject, pathId, queryNumber, textId, time } from '@/lib/wire/values';
import { requestBody, resource } from '@/lib/wire/wire';
import { operation } from '../operation';
import { bulkProgress } from './bulk-progress';
import { runEndReason, runStatus } from './run';
import { createdFrom, runOf, startExtras } from './run-extras';

/** The most rows of a bulk run. */
export const MOST_BULK_ROWS = 10_000;
/** The most bad cells that a refusal names; its message says how many there are. */
export const MOST_BULK_ISSUES = 100;
/** The most rows on a page of `listBulkRows`. */
export const BULK_ROWS_A_PAGE = 200;

const inOrg = z.strictObject({ orgId: textId });
const onOneRun = z.strictObject({ orgId: textId, kitId: pathId, runId: longPathId });
const ofRun = { id: 'path.runId', command: 'path.kitId' } as const;
const oneRun = '/{orgId}/kits/{kitId}/runs/{runId}/bulk';

const started = { kind: 'json', status: 202, schema: bulkProgress } as const;

export const createBulkRun = operation({
  id: 'createBulkRun',
  method: 'POST',
  effect: 'run',
  path: '/{orgId}/run-bulk-async-i',
  summary: `Checks the values of each row, at most ${MOST_BULK_ROWS}, and creates a run for each; they wait to be started`,
  permission: { needs: 'command', action: 'command.run', id: 'body.kitId', form: true },
  params: inOrg,
  query: none,
  body: requestBody({
    ...createdFrom,
    sourceRunId: [
      'sourceRunId',
      longId
        .nullable()
        .optional()
        .describe('The run whose result the rows were taken from. The caller has to see it.'),
    ],
    rerunOf: [
      'rerunOf',
      longId
        .nullable()
        .optional()
        .describe(
          'The bulk run whose failed rows these are, changed or not: an ended one of the same command. The caller has to see it.',
        ),
    ],
    rows: [
      'runramsList',
      z
        .array(opaqueObject)
        .min(1)
        .max(MOST_BULK_ROWS)
        .describe('The values of each row: of its inputs, by key.'),
    ],
    rowNumbers: [
      'rowNumbers',
      z
        .array(z.int().min(1).max(2_147_483_647))
        .max(MOST_BULK_ROWS)
        .optional()
        .describe('The number that each row has where it comes from, such as a file; otherwise its place.'),
    ],
  }),
  answer: {
    kind: 'json',
    status: 201,
    schema: resource({
      runId: ['run_id', longId],
      /** In the order of the rows; the values are those that the history shows, without secrets. */
      children: [
        'bulk_children',
        z.array(resource({ runId: ['run_id', longId], params: ['runrams', opaqueObject] })),
      ],
    }),
  },
  idempotent: true,
});

export const startBulkRun = operation({
  id: 'startBulkRun',
  method: 'POST',
  effect: 'run',
  path: '/{orgId}/run-bulk-async-ii',
  summary:
    'Puts the rows of a created bulk run in line; if the command needs approval, one request asks for all of them',
  permission: {
    needs: 'run',
    action: 'run.start',
    id: 'body.parentRunId',
    command: 'body.kitId',
    form: true,
  },
  params: inOrg,
  query: none,
  body: requestBody({
    runId: ['parentRunId', longId.describe('The `run_id` that `run-bulk-async-i` returned.')],
    commandId: runOf.commandId,
    ...startExtras,
  }),
  answer: started,
  idempotent: true,
});

export const readBulkRun = operation({
  id: 'readBulkRun',
  method: 'GET',
  effect: 'read',
  path: oneRun,
  summary: 'How far a bulk run has come',
  permission: { needs: 'run', action: 'run.see', ...ofRun },
  params: onOneRun,
  query: none,
  body: null,
  answer: { kind: 'json', status: 200, schema: bulkProgress },
});

export const bulkRow = resource({
  /** From 1, in the order of the rows: the number that it has where it comes from. */
  row: ['row', z.int()],
  runId: ['run_id', longId],
  status: ['status', runStatus],
  endReason: ['end_reason', runEndReason.nullable()],
  params: ['runrams', opaqueObject.nullable()],
  /** The form's names for its values, by key, where they differ from the keys. */
  valueNames: ['runram_names', z.record(z.string(), z.string())],
  /** The first of its errors. */
  message: ['message', z.string().nullable()],
  /** The value of its result, or the first cells of its first row, as texts, each cut where it is long; null for none. */
  cells: ['cells', z.array(z.string()).nullable()],
  totalRows: ['total_rows_returned', z.int().nullable()],
  startedAt: ['start_time', time.nullable()],
  endedAt: ['end_time', time.nullable()],
});

export const bulkRowStates = ['failed', 'canceled', 'running', 'success', 'waiting'] as const;
export type BulkRowState = (typeof bulkRowStates)[number];

export const bulkRowOrders = ['row', 'status', 'took'] as const;
export type BulkRowOrder = (typeof bulkRowOrders)[number];

export const listBulkRows = operation({
  id: 'listBulkRows',
  method: 'GET',
  effect: 'read',
  path: `${oneRun}/rows`,
  summary:
    'The rows of a bulk run: failed ones first, then those in progress, then the newest; or sorted by `row`, `status`, or `took`',
  permission: { needs: 'run', action: 'run.see', ...ofRun },
  params: onOneRun,
  query: z.strictObject({
    /** `failed` is without the rows that were canceled. */
    state: z.enum(bulkRowStates).optional(),
    sort: z.enum(bulkRowOrders).optional(),
    sortDesc: z.enum(bulkRowOrders).optional(),
    page: queryNumber(0, MOST_BULK_ROWS).optional(),
    per_page: queryNumber(1, BULK_ROWS_A_PAGE).optional(),
  }),
  body: null,
  answer: { kind: 'json', status: 200, schema: z.array(bulkRow) },
});

/** How many different errors are told, and of how many rows with each the numbers. */
export const MOST_BULK_ERRORS = 20;
export const BULK_ERROR_ROWS = 5;

export const bulkError = resource({
  message: ['message', z.string()],
  /** How many rows failed with it. */
  count: ['count', z.int()],
  /** The numbers of the first of them. */
  rows: ['rows', z.array(z.int())],
});

export const listBulkErrors = operation({
  id: 'listBulkErrors',
  method: 'GET',
  effect: 'read',
  path: `${oneRun}/errors`,
  summary: 'The different errors of the failed rows of a bulk run, the most frequent first',
  permission: { needs: 'run', action: 'run.see', ...ofRun },
  params: onOneRun,
  query: none,
  body: null,
  answer: { kind: 'json', status: 200, schema: z.array(bulkError) },
});

const control = { method: 'POST', effect: 'run', params: onOneRun, query: none, answer: started } as const;

export const pauseBulkRun = operation({
  ...control,
  id: 'pauseBulkRun',
  path: `${oneRun}/pause`,
  summary: 'Takes no more rows until it is resumed; rows in progress continue',
  permission: { needs: 'run', action: 'run.cancel', ...ofRun },
  body: null,
});

export const resumeBulkRun = operation({
  ...control,
  id: 'resumeBulkRun',
  path: `${oneRun}/resume`,
  summary: 'Continues a paused bulk run',
  permission: { needs: 'run', action: 'run.cancel', ...ofRun },
  body: null,
});

export const stopBulkRun = operation({
  ...control,
  id: 'stopBulkRun',
  path: `${oneRun}/stop`,
  summary: 'Cancels the rows that wait and, with `running`, those in progress',
  permission: { needs: 'run', action: 'run.cancel', ...ofRun },
  body: requestBody({
    running: ['running', z.boolean().optional().describe('Whether to cancel the rows in progress as well.')],
  }),
});

export const rerunFailedRows = operation({
  id: 'rerunFailedRows',
  method: 'POST',
  effect: 'run',
  path: `${oneRun}/rerun-failed`,
  summary:
    'Starts a new bulk run with the values of the rows that failed, as the command is now; it does not repeat rows that succeeded',
  // Everyone who sees a run may run its command.
  permission: { needs: 'run', action: 'run.see', ...ofRun, form: true },
  params: onOneRun,
  query: none,
  body: requestBody({
    canceled: [
      'canceled',
      z.boolean().optional().describe('Whether to run the rows that were canceled as well.'),
    ],
    ...startExtras,
  }),
  answer: started,
  idempotent: true,
});
