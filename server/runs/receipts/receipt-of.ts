import statement from 'sql-template-tag';
import { runTriggers } from '@/lib/contract/runs/trigger';
import type { InputValues } from '@/lib/inputs/input';
import { withoutSecrets } from '@/lib/inputs/secret-values';
import type { RunSubject } from '@/server/access/load/load-run';
import { orgNameThen, personNameThen } from '@/server/access/people/names-then';
import { clock } from '@/server/base/clock';
import { column, query } from '@/server/base/database/statements';
import { env } from '@/server/base/env';
import { AppError } from '@/server/base/errors';
import { MASK_COLUMNS, MASK_JOIN, MASKS, masksOfRow } from '@/server/results/masks/run-masks';
import { readDefinition } from '@/server/runs/start/definition';

const RUN = {
  status: column.text,
  end_reason: column.text.nullable(),
  trigger: column.oneOf(runTriggers),
  user_id: column.text,
  user_name: column.text,
  org_name: column.text,
  command_name: column.text,
  params: column.text.nullable(),
  content: column.text.nullable(),
  definition_hash: column.bytes.nullable(),
  result_hash: column.bytes.nullable(),
  payload_format: column.text.nullable(),
  total_rows: column.int.nullable(),
  created_at: column.time,
  started_at: column.time.nullable(),
  ended_at: column.time.nullable(),
  ...MASKS,
};

const MADE = statement`r.created_at`;

/**
 * What a receipt says about a run, as its reader may see it: without passwords, without hidden inputs unless the reader
 * is an engineer, and without the hash of a result of which something is masked, since a hash lets one try guesses.
 * Throws 409 while the run is in progress.
 */
export async function receiptOf({ orgId, runId, command }: RunSubject): Promise<object> {
  const [row] = await query(
    RUN,
    statement`select r.status::text, r.end_reason::text, r.trigger, r.started_by_user_id as user_id, ${personNameThen(MADE)} as user_name,
       ${orgNameThen(MADE)} as org_name, c.name as command_name, r.params, d.content, d.hash as definition_hash, r.result_hash,
       r.payload_format, r.total_rows, r.created_at, r.started_at, r.ended_at, ${MASK_COLUMNS}
     from run r join command c on c.org_id = r.org_id and c.command_id = r.command_id ${MASK_JOIN}
     join "user" u on u.user_id = r.started_by_user_id join org o on o.org_id = r.org_id
     where r.org_id = ${orgId} and r.run_id = ${runId}`,
  );
  if (row === undefined || row.ended_at === null) {
    throw new AppError('conflict', 'This run is still in progress. Its receipt is made when it has ended.');
  }
  const definition = row.content === null ? null : readDefinition(row.content);
  const isEngineer = command.standing.access?.role === 'admin';
  const inputs = definition?.inputs ?? [];
  const hidden = new Set(isEngineer ? [] : inputs.flatMap(({ key, hidden }) => (hidden ? [key] : [])));
  const given: InputValues = row.params === null ? {} : JSON.parse(row.params);
  const shown = Object.entries(withoutSecrets(inputs, given)).filter(([key]) => !hidden.has(key));
  const isMasked = masksOfRow(row).isMasked !== null;
  return {
    type: 'pushboard.run-receipt',
    version: 1,
    issued_by: env().appUrl,
    issued_at: clock.now().toISOString(),
    org: { org_id: orgId, name: row.org_name },
    run: {
      run_id: runId,
      trigger: row.trigger,
      status: row.status,
      end_reason: row.end_reason,
      created_at: row.created_at.toISOString(),
      started_at: row.started_at?.toISOString() ?? null,
      ended_at: row.ended_at.toISOString(),
    },
    person: { user_id: row.user_id, name: row.user_name },
    command: {
      kit_id: command.commandId,
      name: definition?.commandName ?? row.command_name,
      revision: definition?.commandVersion ?? null,
      executes: definition?.cloudName ?? null,
      definition_sha256: row.definition_hash?.toString('hex') ?? null,
    },
    values: Object.fromEntries(shown),
    result: {
      payload_format: row.payload_format,
      rows: row.total_rows,
      sha256: isMasked ? null : (row.result_hash?.toString('hex') ?? null),
    },
  };
}
