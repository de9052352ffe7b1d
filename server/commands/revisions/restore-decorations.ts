import statement from 'sql-template-tag';
import type { Person } from '@/lib/access/vocabulary';
import type { JsonValue } from '@/lib/base/json';
import {
  type KeptDecoration,
  type KeptDecorations,
  settingOfKind,
  toldDecoration,
} from '@/lib/settings/decorations';
import { type CommandSubject, loadCommand } from '@/server/access/load/load-command';
import type { Sql } from '@/server/base/database/db';
import { execute } from '@/server/base/database/statements';
import { AppError } from '@/server/base/errors';
import type { CurrentDecorations } from '@/server/commands/revisions/current-decorations';

/** The decorations after a restore. */
export type PlannedDecorations = Pick<CurrentDecorations, 'decorations' | 'errorTarget'>;

/** Which of some commands a person may run. */
async function runnable(
  tx: Sql,
  actor: Person,
  orgId: string,
  targets: readonly number[],
): Promise<ReadonlySet<number>> {
  const found = new Set<number>();
  for (const target of new Set(targets)) {
    try {
      await loadCommand(actor, orgId, target, 'command.run', tx);
      found.add(target);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  }
  return found;
}

/**
 * Works out the decorations after a revision is restored. One that the revision doesn't know is removed. One that opens
 * a command that the person may not run stays as it is now, or away if it is gone. A revision from before there were
 * decorations changes none.
 */
export async function planDecorations(
  tx: Sql,
  actor: Person,
  orgId: string,
  current: CurrentDecorations,
  { decorations: kept, errorTarget }: KeptDecorations,
): Promise<PlannedDecorations> {
  if (kept === undefined || errorTarget === undefined) return current;
  const targets = kept.map(({ targetCommandId }) => targetCommandId);
  const allowed = await runnable(
    tx,
    actor,
    orgId,
    errorTarget === null ? targets : [...targets, errorTarget],
  );
  const now = new Map(current.decorations.map((each) => [each.decorationId, each]));
  const decorations = kept.flatMap((each) => {
    const present = now.get(each.decorationId);
    return allowed.has(each.targetCommandId) ? [each] : present === undefined ? [] : [present];
  });
  const isJumpAllowed = errorTarget === null || allowed.has(errorTarget);
  return { decorations, errorTarget: isJumpAllowed ? errorTarget : current.errorTarget };
}

/** The changed parts for the audit log, by setting. */
export function auditedDecorations(before: PlannedDecorations, after: PlannedDecorations) {
  const sides = { before: {} as Record<string, JsonValue>, after: {} as Record<string, JsonValue> };
  const add = (setting: string, was: JsonValue, is: JsonValue) => {
    if (JSON.stringify(was) === JSON.stringify(is)) return;
    sides.before[setting] = was;
    sides.after[setting] = is;
  };
  const told = (all: readonly KeptDecoration[], kind: KeptDecoration['kind']) =>
    all.filter((each) => each.kind === kind).map(toldDecoration);
  for (const kind of ['row', 'object'] as const) {
    add(settingOfKind[kind], told(before.decorations, kind), told(after.decorations, kind));
  }
  add('error_decoration', before.errorTarget, after.errorTarget);
  return sides;
}

/** Makes the decorations what was planned. Buttons get their ids back; what no longer exists fills nothing. */
export async function writeDecorations(
  tx: Sql,
  actor: Person,
  { orgId, commandId }: Pick<CommandSubject, 'orgId' | 'commandId'>,
  { decorations, errorTarget }: PlannedDecorations,
): Promise<void> {
  await execute(
    statement`delete from decoration where org_id = ${orgId} and command_id = ${commandId}
      and decoration_id <> all(${decorations.map(({ decorationId }) => decorationId)}::int[])`,
    tx,
  );
  for (const each of decorations) await writeDecoration(tx, actor, { orgId, commandId }, each);
  await execute(
    statement`delete from error_decoration where org_id = ${orgId} and command_id = ${commandId}
      and target_command_id is distinct from ${errorTarget}::int`,
    tx,
  );
  if (errorTarget === null) return;
  await execute(
    statement`insert into error_decoration (org_id, command_id, target_command_id, created_by_user_id)
      values (${orgId}, ${commandId}, ${errorTarget}, ${actor.userId}) on conflict (command_id) do nothing`,
    tx,
  );
}

async function writeDecoration(
  tx: Sql,
  actor: Person,
  { orgId, commandId }: Pick<CommandSubject, 'orgId' | 'commandId'>,
  { decorationId, kind, name, targetCommandId, resultSet, shownWhen = [], maps }: KeptDecoration,
): Promise<void> {
  await execute(
    statement`insert into decoration
        (decoration_id, org_id, command_id, kind, name, target_command_id, result_set, shown_when, created_by_user_id)
      values (${decorationId}, ${orgId}, ${commandId}, ${kind}::decoration_kind, ${name}, ${targetCommandId},
        ${resultSet}, ${JSON.stringify(shownWhen)}::text::jsonb, ${actor.userId})
      on conflict (decoration_id) do update set name = excluded.name, result_set = excluded.result_set,
        target_command_id = excluded.target_command_id, shown_when = excluded.shown_when
        where decoration.org_id = excluded.org_id and decoration.command_id = excluded.command_id`,
    tx,
  );
  await execute(
    statement`delete from decoration_map where org_id = ${orgId} and decoration_id = ${decorationId}`,
    tx,
  );
  await execute(
    statement`insert into decoration_map (org_id, decoration_id, input_id, output_column_id)
      select ${orgId}, ${decorationId}, i.input_id, o.output_column_id
      from jsonb_to_recordset(${JSON.stringify(maps)}::text::jsonb) kept ("inputKey" text, path text)
      join template_input ti on ti.org_id = ${orgId} and ti.key = kept."inputKey"
      join command_input i on i.org_id = ${orgId} and i.template_input_id = ti.template_input_id
        and i.command_id = ${targetCommandId}
      join output_column o on o.org_id = ${orgId} and o.command_id = ${commandId} and o.path = kept.path
        and o.kind = ${kind === 'row' ? 'column' : 'field'} and o.result_set = ${resultSet}`,
    tx,
  );
}
