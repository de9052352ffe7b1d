import { createHash } from 'node:crypto';
import statement from 'sql-template-tag';
import { orgRoleOf } from '@/lib/access/decide';
import { narrowing } from '@/lib/access/through';
import type { Person } from '@/lib/access/vocabulary';
import type * as contract from '@/lib/contract/command/connection';
import type { AuditSource } from '@/server/access/audit';
import { loadTemplate, type TemplateSubject } from '@/server/access/load/load';
import { engineeredConnections, loadConnectionChoice } from '@/server/access/load/load-connection-choice';
import { mayKnow } from '@/server/access/may-know';
import { type Sql, sql, transaction } from '@/server/base/database/db';
import { column, execute, query } from '@/server/base/database/statements';
import { AppError, changedMeanwhile, notFound } from '@/server/base/errors';
import { readCommandAs } from '@/server/commands/command/read-command';
import { keepConnection } from '@/server/commands/revisions/keep-revisions';
import { compareTemplate } from '@/server/commands/template/compare-template';
import { readConfigured } from '@/server/commands/template/configured-input';
import { withInputEdits } from '@/server/commands/template/input-edits';
import { revisionOf } from '@/server/commands/template/revision';
import { lockTemplate, readTemplate, type StoredTemplate } from '@/server/commands/template/stored-template';
import { rewriteTemplate } from '@/server/commands/template/update-template';
import type { TemplateDescription } from '@/server/connectors/things';
import { automaticRuns } from '@/server/dependents/automatic-runs';
import { forgetExpected } from '@/server/dependents/expected-breaks';
import { valueHolders } from '@/server/dependents/value-holders';
import type { Context } from '@/server/operations/context';
import { findByName } from '@/server/sources/sync/find-by-name';
import { withEffects } from '@/server/sources/sync/with-effects';

/** The connections that a command may be given: of the same kind, for runs, and among those that the person may use. */
export async function listConnectionChoices({
  actor,
  subject: { orgId, templateId },
}: Context<typeof contract.listConnectionChoices>) {
  const isAdmin = orgRoleOf(actor, orgId) === 'admin' && narrowing(actor).only === null;
  const rows = await query(
    { credential_id: column.int, name: column.text, is_current: column.boolean },
    statement`select k.credential_id, k.name, k.credential_id = t.credential_id as is_current
      from template t
      join credential k on k.org_id = t.org_id and k.source_kind = t.source_kind and k.deleted_at is null
      where t.org_id = ${orgId} and t.template_id = ${templateId} and (k.credential_id = t.credential_id
        or k.for_runs and (${isAdmin}::boolean or k.credential_id in (${engineeredConnections(actor, orgId)})))
      order by lower(k.name), k.credential_id`,
  );
  return rows.map(({ credential_id: credentialId, name, is_current: isCurrent }) => ({
    credentialId,
    name,
    isCurrent,
  }));
}

/** Throws unless the person may give a command of this template that connection. Returns the template's connection. */
async function loadChoice(actor: Person, { orgId, templateId }: TemplateSubject, credentialId: number) {
  await loadTemplate(actor, orgId, templateId, 'template.configure');
  await loadConnectionChoice(actor, orgId, credentialId);
  const [row] = await query(
    { credential_id: column.int, is_possible: column.boolean },
    statement`select t.credential_id, k.source_kind = t.source_kind and k.for_runs as is_possible
      from template t join credential k on k.org_id = t.org_id and k.credential_id = ${credentialId}
      where t.org_id = ${orgId} and t.template_id = ${templateId}`,
  );
  if (row === undefined) throw notFound();
  if (row.credential_id === credentialId) {
    throw new AppError('conflict', 'The command already runs with this connection.');
  }
  if (!row.is_possible) {
    throw new AppError(
      'conflict',
      'This connection is of another kind, or not for runs. Choose another one.',
    );
  }
}

const reviewed = (credentialId: number, stored: StoredTemplate, described: TemplateDescription): string =>
  createHash('sha256')
    .update(`${credentialId} ${revisionOf(stored, described)}`)
    .digest('base64url');

/** What is not sent to another place unless someone enters it again. */
async function readLost(db: Sql, orgId: string, templateId: number) {
  const [row] = await query(
    { headers: column.texts, defaults: column.texts },
    statement`select t.header_names as headers, array(
        select distinct ti.key from command_input i
        join template_input ti on ti.org_id = i.org_id and ti.template_input_id = i.template_input_id
        where ti.org_id = t.org_id and ti.template_id = t.template_id
          and (i.sealed_default is not null or i.unsealed_default is not null) order by ti.key) as defaults
      from template t where t.org_id = ${orgId} and t.template_id = ${templateId}`,
    db,
  );
  if (row === undefined) throw notFound();
  return { lostHeaders: row.headers, lostDefaults: row.defaults };
}

/** Looks up what a command runs at another connection, and compares. Nothing is changed. */
export async function compareConnection({
  actor,
  subject,
  params,
}: Context<typeof contract.compareConnection>) {
  const { orgId, templateId } = subject;
  await loadChoice(actor, subject, params.credsId);
  const stored = await readTemplate(sql, orgId, templateId);
  if (stored === undefined) throw notFound();
  const described = withInputEdits(await findByName(orgId, params.credsId, stored.cloudName), stored);
  const configured = (await readConfigured(sql, orgId, [templateId])).get(templateId) ?? [];
  const holders = (await valueHolders(sql, orgId, [templateId])).get(templateId) ?? [];
  const automatic = (await automaticRuns(sql, orgId, [templateId])).get(templateId) ?? [];
  // It always has another id there; only another name is a difference.
  const asThere = {
    ...stored,
    ...(stored.cloudName === described.cloudName && { cloudId: described.cloudId }),
  };
  const changes = compareTemplate(asThere, described);
  return {
    cloudName: described.cloudName,
    changes: withEffects(
      mayKnow(actor.userId),
      { carried: { stored, described, renames: [], inputEdits: stored.inputEdits }, changes },
      { configured, holders, automatic },
    ),
    ...(await readLost(sql, orgId, templateId)),
    commandCount: stored.commands.filter(({ isDeleted }) => !isDeleted).length,
    revision: reviewed(params.credsId, stored, described),
  };
}

/**
 * Gives a template another connection, with what it runs as that one has it. Values that only the former connection may
 * receive are removed: HTTP headers and secret defaults. Throws 409 if anything changed since the person compared.
 */
export async function changeConnection({
  actor,
  subject,
  body,
  audit,
}: Context<typeof contract.changeConnection>) {
  const isStale = await moveToConnection(actor, subject, body, audit);
  const now = await readCommandAs(actor, subject.orgId, subject.commandId);
  if (isStale) throw changedMeanwhile(now);
  return now;
}

/** The same under the documents' address, for clients that compare nothing. */
export async function updateDatabaseTemplate({
  actor,
  subject,
  body,
  audit,
}: Context<typeof contract.updateDatabaseTemplate>): Promise<undefined> {
  if (await moveToConnection(actor, subject, body, audit)) throw changedMeanwhile();
  return undefined;
}

interface Wanted {
  credentialId: number;
  revision?: string | undefined;
}

/** Returns whether anything changed since the person compared. */
async function moveToConnection(
  actor: Person,
  subject: TemplateSubject,
  { credentialId, revision }: Wanted,
  audit: AuditSource,
): Promise<boolean> {
  const { orgId, templateId } = subject;
  await loadChoice(actor, subject, credentialId);
  const found = await findByName(orgId, credentialId, await cloudNameOf(subject));
  return transaction(async (tx) => {
    const stored = await lockTemplate(tx, orgId, templateId);
    if (stored === undefined) throw notFound();
    const described = withInputEdits(found, stored);
    if (revision !== undefined && reviewed(credentialId, stored, described) !== revision) return true;
    await loadConnectionChoice(actor, orgId, credentialId, tx);
    const before = await keepConnection(tx, { orgId, templateId });
    const lost = await readLost(tx, orgId, templateId);
    await moveTemplate(tx, orgId, templateId, credentialId);
    await rewriteTemplate(tx, { orgId, templateId, described, isUndeletion: false, audit }, stored, {
      action: 'template.connect',
      before: { creds_id: before, cloud_id: stored.cloudId, headers: lost.lostHeaders },
      after: {
        creds_id: credentialId,
        cloud_id: described.cloudId,
        headers: [],
        lost_defaults: lost.lostDefaults,
      },
      changeType: 'user_update',
    });
    return false;
  });
}

async function cloudNameOf({ orgId, templateId }: TemplateSubject): Promise<string> {
  const [row] = await query(
    { cloud_name: column.text },
    statement`select cloud_name from template where org_id = ${orgId} and template_id = ${templateId}`,
  );
  if (row === undefined) throw notFound();
  return row.cloud_name;
}

async function moveTemplate(tx: Sql, orgId: string, templateId: number, credentialId: number): Promise<void> {
  await forgetExpected(tx, orgId, templateId);
  await execute(
    statement`with cleared as (
        update command_input i set default_value = null, sealed_default = null, unsealed_default = null,
          use_default_value = false
        from template_input ti
        where ti.org_id = ${orgId} and ti.template_id = ${templateId} and i.org_id = ti.org_id
          and i.template_input_id = ti.template_input_id
          and (i.sealed_default is not null or i.unsealed_default is not null)
      )
      update template set credential_id = ${credentialId}, header_names = '{}', sealed_headers = null,
        source_changed_at = null, source_change_is_certain = null
      where org_id = ${orgId} and template_id = ${templateId}`,
    tx,
  );
}
