import statement from 'sql-template-tag';
import type { Person } from '@/lib/access/vocabulary';
import type { RowTerm } from '@/lib/settings/condition-terms';
import type { KeptDecoration } from '@/lib/settings/decorations';
import type { AuditSource } from '@/server/access/audit';
import type { CommandSubject } from '@/server/access/load/load-command';
import { refuseTarget } from '@/server/access/load/load-target';
import type { Sql } from '@/server/base/database/db';
import { column, execute, query } from '@/server/base/database/statements';
import { AppError, notFound } from '@/server/base/errors';
import { buttonChange, changeDecorations } from '@/server/commands/decorations/change-decorations';
import {
  dropForeignMaps,
  refuseBadTerms,
  type SentMap,
  writeMaps,
} from '@/server/commands/decorations/write-maps';
import { currentDecorations } from '@/server/commands/revisions/current-decorations';

/** The limit on the buttons of one command. */
export const MOST_DECORATIONS = 200;

type Kind = KeptDecoration['kind'];

interface Who {
  actor: Person;
  command: CommandSubject;
  audit: AuditSource;
  /** The version that the client read last. */
  version: number | undefined;
}

interface NewButton {
  name: string;
  targetCommandId: number;
  resultSet: number;
  /** Which rows have the button; absent for those of objects. */
  shownWhen?: readonly RowTerm[];
  maps: readonly SentMap[];
}

/** What a request changes; what it leaves out stays. */
interface ChangedButton {
  name?: string | undefined;
  targetCommandId?: number | undefined;
  resultSet?: number | undefined;
  shownWhen?: readonly RowTerm[] | undefined;
  maps?: readonly SentMap[] | undefined;
}

async function found(tx: Sql, command: CommandSubject, kind: Kind, decorationId: number) {
  const { decorations } = await currentDecorations(tx, command);
  const button = decorations.find((each) => each.decorationId === decorationId && each.kind === kind);
  if (button === undefined) throw notFound();
  return button;
}

/** Adds a button. Throws unless the person may run the command that it opens. Returns its id; null if the client is stale. */
export async function createButton(
  { actor, command, audit, version }: Who,
  kind: Kind,
  { name, targetCommandId, resultSet, shownWhen = [], maps }: NewButton,
): Promise<number | null> {
  const { orgId, commandId } = command;
  await refuseTarget(actor, orgId, targetCommandId);
  let made = 0;
  const { isStale } = await changeDecorations(command, version, audit, async (tx, { decorations }) => {
    if (decorations.length >= MOST_DECORATIONS) {
      throw new AppError(
        'impossible',
        `A command can have at most ${MOST_DECORATIONS} buttons. Delete one first.`,
      );
    }
    await refuseBadTerms(tx, command, resultSet, shownWhen);
    const [row] = await query(
      { decoration_id: column.int },
      statement`insert into decoration
          (org_id, command_id, kind, name, target_command_id, result_set, shown_when, created_by_user_id)
        values (${orgId}, ${commandId}, ${kind}::decoration_kind, ${name}, ${targetCommandId}, ${resultSet},
          ${JSON.stringify(shownWhen)}::text::jsonb, ${actor.userId})
        returning decoration_id`,
      tx,
    );
    if (row === undefined) throw new Error('A decoration was not inserted');
    made = row.decoration_id;
    await writeMaps(tx, command, { decorationId: made, kind, targetCommandId, resultSet }, maps);
    return buttonChange(undefined, await found(tx, command, kind, made));
  });
  return isStale ? null : made;
}

/** Changes a button. Anything but its text requires that the person may run the command that it then opens. */
export async function updateButton(
  { actor, command, audit, version }: Who,
  kind: Kind,
  decorationId: number,
  { name, targetCommandId, resultSet, shownWhen, maps }: ChangedButton,
): Promise<{ isStale: boolean }> {
  return changeDecorations(command, version, audit, async (tx) => {
    const before = await found(tx, command, kind, decorationId);
    const after = {
      ...before,
      name: name ?? before.name,
      targetCommandId: targetCommandId ?? before.targetCommandId,
      resultSet: resultSet ?? before.resultSet,
      shownWhen: shownWhen ?? before.shownWhen ?? [],
    };
    const isMoved = after.targetCommandId !== before.targetCommandId || after.resultSet !== before.resultSet;
    if (isMoved || maps !== undefined) {
      await refuseTarget(actor, command.orgId, after.targetCommandId, tx);
    }
    if (shownWhen !== undefined) await refuseBadTerms(tx, command, after.resultSet, shownWhen);
    await execute(
      statement`update decoration
        set name = ${after.name}, target_command_id = ${after.targetCommandId}, result_set = ${after.resultSet},
          shown_when = ${JSON.stringify(after.shownWhen)}::text::jsonb
        where org_id = ${command.orgId} and decoration_id = ${decorationId}`,
      tx,
    );
    if (maps !== undefined) await writeMaps(tx, command, after, maps);
    else if (isMoved) await dropForeignMaps(tx, command.orgId, after);
    const now = await found(tx, command, kind, decorationId);
    return JSON.stringify(now) === JSON.stringify(before) ? null : buttonChange(before, now);
  });
}

/** Deletes a button, whatever it opens. */
export async function deleteButton({ command, audit }: Who, kind: Kind, decorationId: number): Promise<void> {
  await changeDecorations(command, undefined, audit, async (tx) => {
    const before = await found(tx, command, kind, decorationId);
    await execute(
      statement`delete from decoration where org_id = ${command.orgId} and decoration_id = ${decorationId}`,
      tx,
    );
    return buttonChange(before, undefined);
  });
}
