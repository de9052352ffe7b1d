import statement from 'sql-template-tag';
import type { Person } from '@/lib/access/vocabulary';
import type { JsonValue } from '@/lib/base/json';
import type { readConfirmation as readConfirmationOperation } from '@/lib/contract/runs/confirmations';
import { runAndWait } from '@/lib/contract/runs/runs';
import { inputNames, nameOf } from '@/lib/inputs/input-names';
import { shownOrgName } from '@/lib/orgs/org-names';
import type { RunnableSubject } from '@/server/access/load/load-command';
import { column, query } from '@/server/base/database/statements';
import { notFound } from '@/server/base/errors';
import { authorize } from '@/server/http/requests/authorize';
import type { Context } from '@/server/operations/context';
import { type ConfirmationRow, readRow, stateOf } from '@/server/runs/confirmations/confirmation-row';
import { revisionOf } from '@/server/runs/confirmations/intended-run';

export const readConfirmation = ({
  actor,
  params: { confirmationId },
}: Context<typeof readConfirmationOperation>) => confirmationFor(actor, confirmationId);

/** A confirmation of this person, with the command as they may run it now. */
export async function loadConfirmation(actor: Person, confirmationId: string) {
  const row = await readRow(confirmationId, { userId: actor.userId });
  if (row === null) throw notFound();
  const { org_id: orgId, command_id: kitId } = row;
  const command = (await authorize(runAndWait, actor, { orgId }, async () => ({ kitId }))) as RunnableSubject;
  return { row, command, revision: await revisionOf(command) };
}

/** A confirmation as its person sees it. Throws 404 for anyone else, and for those who can't run the command anymore. */
export async function confirmationFor(actor: Person, confirmationId: string) {
  const { row, command, revision } = await loadConfirmation(actor, confirmationId);
  const { form } = command;
  const params = JSON.parse(row.shown) as Record<string, JsonValue>;
  const names = inputNames(form.inputs);
  return {
    confirmationId,
    state: stateOf(row, revision),
    programName: row.program_name,
    isConnected: row.is_connected,
    ...(await placeOf(actor, row)),
    commandId: command.commandId,
    commandName: command.name,
    warningTag: form.template.warningTag,
    isDryRun: row.is_dry_run,
    needsApproval: form.command.needsApproval,
    confirmationWord: form.command.confirmationWord,
    params,
    inputNames: Object.fromEntries(Object.keys(params).map((key) => [key, nameOf(names, key)])),
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
  };
}

/** Where the command is. Its folder is for members. */
async function placeOf({ memberships }: Person, { org_id: orgId, command_id: commandId }: ConfirmationRow) {
  const [place] = await query(
    {
      org_name: column.text,
      is_sandbox: column.boolean,
      org_slug: column.text.nullable(),
      folder_name: column.text.nullable(),
    },
    statement`select o.name as org_name, o.is_sandbox, f.name as folder_name,
       (select s.slug from org_slug s where s.org_id = o.org_id and s.is_active limit 1) as org_slug
     from command c join org o on o.org_id = c.org_id
     left join folder f on f.org_id = c.org_id and f.folder_id = c.folder_id
     where c.org_id = ${orgId} and c.command_id = ${commandId}`,
  );
  if (place === undefined) throw notFound();
  const isMember = memberships.some((membership) => membership.orgId === orgId);
  return {
    orgId,
    orgName: shownOrgName(
      { orgId, name: place.org_name, isSandbox: place.is_sandbox },
      memberships.length === 1,
    ),
    orgSlug: place.org_slug ?? orgId,
    folderName: isMember ? place.folder_name : null,
  };
}
