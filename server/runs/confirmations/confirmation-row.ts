import statement, { type Sql as Statement } from 'sql-template-tag';
import type { ConfirmationState } from '@/lib/contract/runs/confirmations';
import { clock } from '@/server/base/clock';
import type { Sql } from '@/server/base/database/db';
import { column, query, type RowOf } from '@/server/base/database/statements';

export const CONFIRMATION = {
  confirmation_id: column.text,
  org_id: column.text,
  command_id: column.int,
  state: column.oneOf(['waiting', 'confirmed', 'declined', 'used']),
  is_dry_run: column.boolean,
  revision: column.text,
  shown: column.text,
  created_at: column.time,
  expires_at: column.time,
  program_name: column.text,
  is_connected: column.boolean,
};
export type ConfirmationRow = RowOf<typeof CONFIRMATION>;

/** Whose confirmation it has to be: the person's who is asked, or that of the token that asks. */
export type Whose = { userId: string } | { tokenId: string };

export const isOf = (whose: Whose): Statement =>
  'userId' in whose ? statement`c.user_id = ${whose.userId}` : statement`c.token_id = ${whose.tokenId}`;

/** Reads a confirmation; null if it doesn't exist, or is someone else's. */
export async function readRow(
  confirmationId: string,
  whose: Whose,
  tx?: Sql,
): Promise<ConfirmationRow | null> {
  const [row] = await query(
    CONFIRMATION,
    statement`select c.confirmation_id, c.org_id, c.command_id, c.state::text, c.is_dry_run, c.revision, c.shown,
       c.created_at, c.expires_at, coalesce(g.client_name, t.name) as program_name,
       g.token_id is not null as is_connected
     from run_confirmation c
     join access_token t on t.token_id = c.token_id
     left join oauth_grant g on g.token_id = c.token_id
     where c.confirmation_id = ${confirmationId} and ${isOf(whose)}`,
    tx,
  );
  return row ?? null;
}

/**
 * What has become of a confirmation.
 *
 * @param revision of the command as it is now; null if that isn't known
 */
export function stateOf(row: ConfirmationRow, revision: string | null): ConfirmationState {
  if (row.state === 'used' || row.state === 'declined') return row.state;
  if (row.expires_at.getTime() <= clock.nowMs()) return 'expired';
  return revision !== null && revision !== row.revision ? 'changed' : row.state;
}
