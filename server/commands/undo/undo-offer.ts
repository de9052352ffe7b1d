import statement, { type Sql as Statement } from 'sql-template-tag';
import { decideOnCommand } from '@/lib/access/decide';
import type { Actor } from '@/lib/access/vocabulary';
import type { FrozenUndo, UndoMap } from '@/lib/settings/undo/undo-partner';
import { COMMAND, COMMAND_COLUMNS, commandSubject } from '@/server/access/load/load-command';
import { commandAccess } from '@/server/access/scope';
import { viewerOf } from '@/server/access/viewer';
import { column, query } from '@/server/base/database/statements';

/** The part of a run's definition that decides. */
interface KeptUndo {
  undo?: FrozenUndo;
  commandVersion: number | null;
}

/** The command that takes a run back. */
export interface UndoOffer {
  commandId: number;
  name: string;
  maps: UndoMap[];
}

/** The definition `d` of a run that has an undo partner; null for the others. */
export const UNDO_DEFINITION: Statement = statement`case when strpos(d.content, '"undo":') > 0 then d.content end`;

/**
 * Whether a run can still be taken back, and with what; null if not. It can while it succeeded for good (not as a dry run), nobody takes it back,
 * neither command changed since it started, the engineer's time has not passed, and the viewer may run the partner.
 */
export async function undoOfferOf(
  actor: Actor,
  run: { orgId: string; runId: number },
  definition: string | null,
): Promise<UndoOffer | null> {
  if (definition === null) return null;
  const { undo, commandVersion }: KeptUndo = JSON.parse(definition);
  if (undo === undefined) return null;
  const [row] = await query(COMMAND, offered(actor, run, undo, commandVersion));
  if (row === undefined) return null;
  const partner = commandSubject(row);
  if (decideOnCommand(actor, 'command.run', partner.standing) !== 'allowed') return null;
  return { commandId: partner.commandId, name: partner.name, maps: undo.maps };
}

/** The run that took a run back; null if none has, or nothing could. */
export async function undoingRunOf(
  { orgId, runId }: { orgId: string; runId: number },
  definition: string | null,
): Promise<number | null> {
  if (definition === null) return null;
  const [row] = await query(
    { run_id: column.int },
    statement`select run_id from run where org_id = ${orgId} and parent_run_id = ${runId} and trigger = 'undo'
      and status = 'success' limit 1`,
  );
  return row?.run_id ?? null;
}

/** `c` is the partner. */
const offered = (
  actor: Actor,
  { orgId, runId }: { orgId: string; runId: number },
  { kit_id, version, minutes }: FrozenUndo,
  commandVersion: number | null,
): Statement => statement`select ${COMMAND_COLUMNS}
  from run r
  join command own on own.org_id = r.org_id and own.command_id = r.command_id
  join command configured on configured.org_id = own.org_id
    and configured.command_id = coalesce(own.follows_command_id, own.command_id)
  join command c on c.org_id = r.org_id and c.command_id = ${kit_id} and c.deleted_at is null
  ${commandAccess(viewerOf(actor))}
  where r.org_id = ${orgId} and r.run_id = ${runId} and r.status = 'success' and not r.is_dry_run
    and configured.version = ${commandVersion}::int and c.version = ${version}::int
    and (${minutes}::int is null or r.ended_at > now() - make_interval(mins => ${minutes}::int))
    and not exists (
      select from run u where u.org_id = r.org_id and u.parent_run_id = r.run_id and u.trigger = 'undo'
        and u.status <> 'failed')`;

/** The same for a run whose definition was not read yet. */
export async function readUndoOffer(
  actor: Actor,
  run: { orgId: string; runId: number },
): Promise<UndoOffer | null> {
  const [row] = await query(
    { definition: column.text.nullable() },
    statement`select ${UNDO_DEFINITION} as definition from run r
      join run_definition d on d.org_id = r.org_id and d.definition_id = r.definition_id
      where r.org_id = ${run.orgId} and r.run_id = ${run.runId}`,
  );
  return undoOfferOf(actor, run, row?.definition ?? null);
}
