import statement, { type Sql as Statement } from 'sql-template-tag';
import type { webhookDelivery } from '@/lib/contract/webhooks/webhook';
import type { RunEndReason, RunStatus } from '@/lib/runs/run-status';
import type { Decoded } from '@/lib/wire/wire';
import { column, type RowOf } from '@/server/base/database/statements';

/** How the run of a delivery is doing. */
export const DELIVERY_RUN = {
  run_status: column.textAs<RunStatus>().nullable(),
  run_end_reason: column.textAs<RunEndReason>().nullable(),
  run_is_held: column.boolean.nullable(),
};

/** These columns, of the run `r`. */
export const DELIVERY_RUN_COLUMNS: Statement = statement`
  r.status as run_status, r.end_reason as run_end_reason, r.status = 'starting' and exists (
    select from approval_run ar join approval_request a on a.org_id = ar.org_id and a.approval_id = ar.approval_id
    where ar.org_id = r.org_id and ar.run_id = r.run_id and a.state = 'waiting') as run_is_held`;

export const deliveryRunOf = (row: RowOf<typeof DELIVERY_RUN>): Decoded<typeof webhookDelivery>['run'] =>
  row.run_status === null
    ? null
    : {
        status: row.run_status,
        endReason: row.run_end_reason,
        isWaitingForApproval: row.run_is_held ?? false,
      };
