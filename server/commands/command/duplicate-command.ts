import statement, { raw } from 'sql-template-tag';
import { orgRoleOf } from '@/lib/access/decide';
import type { duplicateCommand as duplicateCommandOperation } from '@/lib/contract/command/duplicate';
import type { ResponseOf } from '@/lib/contract/operation';
import { ownSettings } from '@/lib/settings/command-settings';
import { inputSettings } from '@/lib/settings/input-settings';
import type { UndoPartner } from '@/lib/settings/undo/undo-partner';
import { recordAudit } from '@/server/access/audit';
import { loadFolder } from '@/server/access/load/load';
import type { CommandSubject } from '@/server/access/load/load-command';
import { columnsOf } from '@/server/access/setting-columns';
import { type Sql, transaction } from '@/server/base/database/db';
import { column, execute, query } from '@/server/base/database/statements';
import { AppError, forbidden, notFound } from '@/server/base/errors';
import { copyDecorations } from '@/server/commands/decorations/copy-decorations';
import { copySealedDefaults } from '@/server/commands/settings/sealed-default';
import { mayPartner } from '@/server/commands/undo/check-partner';
import type { Context } from '@/server/operations/context';

type Caller = Context<typeof duplicateCommandOperation>['actor'];

/**
 * Creates another command of the same template. It belongs to the caller: nobody else has it, except through the folder.
 * Of an engineer's it is a command of its own, configured alike; a copy of a public one isn't public, because publishing
 * is a decision of its own. Of a runner's it is a copycat, which keeps following the original (decision 0320). A copy of
 * a copycat is one of its original.
 */
export async function duplicateCommand({
  actor,
  subject,
  body: { name },
  audit,
}: Context<typeof duplicateCommandOperation>): Promise<ResponseOf<typeof duplicateCommandOperation>> {
  const { orgId, configuredId: originId, standing } = subject;
  if (orgRoleOf(actor, orgId) === null) {
    throw forbidden('Only members of the organization can create commands in it.');
  }
  const folderId = await folderOf(actor, subject);
  const isCopycat = standing.access?.role !== 'admin';
  const commandId = await transaction(async (tx) => {
    const copy = { name, folderId, userId: actor.userId };
    const copyId = isCopycat
      ? await insertCopycat(tx, subject, copy)
      : await copyAll(tx, actor, { ...subject, commandId: originId }, copy);
    await recordAudit(tx, audit, {
      orgId,
      action: 'command.duplicate',
      subjectType: 'command',
      subjectId: String(copyId),
      after: { name, origin_command_id: originId, ...(isCopycat ? { is_copycat: true } : {}) },
    });
    return copyId;
  });
  return { commandId, orgId };
}

async function copyAll(tx: Sql, actor: Caller, origin: CommandSubject, copy: Copy): Promise<number> {
  const copyId = await insertCopy(tx, origin, copy);
  await copyInputs(tx, origin, copyId, copy.userId);
  await copySealedDefaults(tx, origin.orgId, { from: origin.commandId, to: copyId });
  await copyOutputs(tx, origin.orgId, origin.commandId, copyId);
  await copyDecorations(tx, actor, origin, copyId);
  await copyPartner(tx, actor, origin, copyId);
  return copyId;
}

/** As of buttons: a partner that the person may not run is not copied. The copy of a command that undoes itself does so, too. */
async function copyPartner(
  tx: Sql,
  actor: Caller,
  { orgId, commandId: originId }: CommandSubject,
  copyId: number,
): Promise<void> {
  const [row] = await query(
    { undo_partner: column.json<UndoPartner | null>() },
    statement`select undo_partner from command where org_id = ${orgId} and command_id = ${copyId}`,
    tx,
  );
  const partner = row?.undo_partner ?? null;
  if (partner === null) return;
  const isOwn = partner.kit_id === originId;
  if (!isOwn && (await mayPartner(actor, orgId, partner, tx))) return;
  const copied = isOwn ? JSON.stringify({ ...partner, kit_id: copyId }) : null;
  await execute(
    statement`update command set undo_partner = ${copied}::jsonb where org_id = ${orgId} and command_id = ${copyId}`,
    tx,
  );
}

async function insertCopycat(tx: Sql, { orgId, configuredId }: CommandSubject, copy: Copy): Promise<number> {
  const [row] = await query(
    { command_id: column.int },
    statement`insert into command (org_id, template_id, folder_id, name, visibility, created_by_user_id,
        origin_command_id, follows_command_id)
      select org_id, template_id, ${copy.folderId}::int, ${copy.name}, 'org', ${copy.userId}, command_id, command_id
      from command where org_id = ${orgId} and command_id = ${configuredId} and deleted_at is null
      returning command_id`,
    tx,
  );
  if (row === undefined) throw notFound();
  return row.command_id;
}

/** The original's folder if the caller may put commands in it. */
async function folderOf(actor: Caller, { orgId, commandId }: CommandSubject): Promise<number | null> {
  const [row] = await query(
    { folder_id: column.int.nullable() },
    statement`select folder_id from command where org_id = ${orgId} and command_id = ${commandId}`,
  );
  const folderId = row?.folder_id ?? null;
  if (folderId === null) return null;
  return loadFolder(actor, orgId, folderId, 'folder.change').then(
    () => folderId,
    (error) => {
      if (error instanceof AppError && ['forbidden', 'not_found'].includes(error.code)) return null;
      throw error;
    },
  );
}

interface Copy {
  name: string;
  folderId: number | null;
  userId: string;
}

/** What says where a command is and who sees it. A copy takes over everything else, masks included. */
const NOT_COPIED: readonly string[] = ['name', 'folderId', 'visibility', 'isHidden'];

const COPIED = raw(
  Object.entries(ownSettings)
    .filter(([key]) => !NOT_COPIED.includes(key))
    .map(([, { column }]) => column)
    .join(', '),
);

async function insertCopy(tx: Sql, { orgId, commandId }: CommandSubject, copy: Copy): Promise<number> {
  const [row] = await query(
    { command_id: column.int },
    statement`insert into command (org_id, template_id, folder_id, name, visibility, created_by_user_id,
        origin_command_id, ${COPIED})
      select org_id, template_id, ${copy.folderId}::int, ${copy.name},
        case when visibility = 'justme' then visibility else 'org' end, ${copy.userId}, command_id, ${COPIED}
      from command where org_id = ${orgId} and command_id = ${commandId} and deleted_at is null
      returning command_id`,
    tx,
  );
  if (row === undefined) throw notFound();
  return row.command_id;
}

/**
 * Sealed defaults are bound to their input; `copySealedDefaults` copies them. The caller links the copy's dropdowns, so
 * their options need the caller's access to the sending commands.
 */
const copyInputs = (
  tx: Sql,
  { orgId, commandId }: CommandSubject,
  to: number,
  userId: string,
): Promise<unknown> =>
  execute(
    statement`insert into command_input
        (org_id, command_id, template_input_id, dropdown_linked_by, ${columnsOf(inputSettings)})
      select org_id, ${to}::int, template_input_id, case when dropdown_id is not null then ${userId} end,
        ${columnsOf(inputSettings)}
      from command_input
      where org_id = ${orgId} and command_id = ${commandId} order by position, input_id`,
    tx,
  );

const OUTPUT_COLUMNS = raw('kind, result_set, position, path, type, is_present');

const copyOutputs = (tx: Sql, orgId: string, from: number, to: number): Promise<unknown> =>
  execute(
    statement`insert into output_column (org_id, command_id, ${OUTPUT_COLUMNS})
      select org_id, ${to}::int, ${OUTPUT_COLUMNS} from output_column
      where org_id = ${orgId} and command_id = ${from} order by output_column_id`,
    tx,
  );
