import type { JsonValue } from '@/lib/base/json';

/** Bodies of the operations that programs send most, by the operation's id. */
export const bodyExamples: Readonly<Record<string, JsonValue>> = {
  createRun: { kitId: 12, olId: 34 },
  startRun: { kitId: 12, olId: 34, runId: 56, runrams: { customer_id: 1042, region: 'EU' } },
  runAndWait: { kitId: 12, olId: 34, params: { customer_id: 1042, region: 'EU' } },
  createBulkRun: {
    kitId: 12,
    olId: 34,
    runramsList: [{ customer_id: 1042 }, { customer_id: 1043 }],
  },
  createCredential: {
    credType: 'db',
    name: 'Orders',
    db: { host: 'db.example.com', databaseName: 'orders', username: 'pushboard', password: 'the password' },
  },
};

/** What the call answers that most programs begin with: the rows of a table. */
const orders: JsonValue = {
  run_id: 56,
  kit_id: 12,
  kit_org_id: 'org-1',
  ol_id: 34,
  kit_run_id: null,
  name: 'Find orders',
  status: 'success',
  end_reason: null,
  cancelled_by_name: null,
  user_id: 'user-1',
  user_name: 'Ada Example',
  runrams: { customer_id: 1042, region: 'EU' },
  payload: {
    columns: [
      { name: 'order_id', type: 'integer' },
      { name: 'total', type: 'numeric' },
    ],
    rows: [
      [59992, '190.95'],
      [59988, '12.50'],
    ],
  },
  payload_format: 'json.table.rowwise',
  errors: null,
  logging_message: null,
  is_log_truncated: false,
  outputs: [],
  return_value: null,
  rows_affected: [],
  links: [],
  metadata: [],
  lambda_request_id: null,
  cloudwatch_url: null,
  masked_outputs: [],
  output_object_path: null,
  may_reveal: false,
  output_display: [],
  chart_first: false,
  is_truncated: false,
  is_partial: false,
  total_rows_returned: 2,
  extensions: null,
  file_status: 'available',
  result_deletion: null,
  is_dry_run: false,
  ran_anyway: false,
  dry_run: null,
  trigger: 'api',
  parent_run_id: null,
  next_attempt_run_id: null,
  approval: null,
  missing_worker_tag: null,
  undone_by_run_id: null,
  undo: null,
  created_time: '2026-11-20T14:02:11.120Z',
  start_time: '2026-11-20T14:02:11.150Z',
  end_time: '2026-11-20T14:02:11.310Z',
  bulk_progress: null,
  bulk_children: null,
};

/** Responses, by the operation's id. */
export const answerExamples: Readonly<Record<string, JsonValue>> = { runAndWait: orders, readRun: orders };
