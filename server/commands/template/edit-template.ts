import statement from 'sql-template-tag';
import type { Person } from '@/lib/access/vocabulary';
import { holdsSecret } from '@/lib/inputs/secret-values';
import type { InputEdits as EditRights } from '@/lib/sources/source-kind';
import type { AuditSource } from '@/server/access/audit';
import { loadTemplate } from '@/server/access/load/load';
import type { CommandSubject } from '@/server/access/load/load-command';
import { type Sql, sql, transaction } from '@/server/base/database/db';
import { column, execute, query } from '@/server/base/database/statements';
import { changedMeanwhile, invalidAt, notFound } from '@/server/base/errors';
import type { Carried } from '@/server/commands/renames/carry-renames';
import { renameInput } from '@/server/commands/renames/rename-input';
import { applyEdit, problemOf, renamedValues, withEdit } from '@/server/commands/template/input-edits';
import { lockTemplate, type StoredTemplate } from '@/server/commands/template/stored-template';
import { rewriteTemplate } from '@/server/commands/template/update-template';
import { ConnectorError } from '@/server/connectors/_shared/connector-error';
import { inputRightsOf } from '@/server/connectors/input-rights';
import type { InputEdit } from '@/server/connectors/things';

/** An edit, which right it needs, and what it is about in the request. */
export interface WantedEdit {
  edit: InputEdit;
  /** Null for what every source allows. */
  needs: Exclude<keyof EditRights, 'sync'> | null;
  path: string;
}

/** Locked, with what its source allows. */
export interface EditedTemplate {
  stored: StoredTemplate;
  rights: EditRights;
}

interface Change {
  actor: Person;
  subject: CommandSubject;
  /** The command's version that the client read; undefined to write over any. */
  version?: number | undefined;
  audit: AuditSource;
  action: 'input.create' | 'input.edit' | 'input.delete';
  /** Decides on the edits once the template can't change anymore. None leaves all as it is. */
  plan: (tx: Sql, template: EditedTemplate) => WantedEdit[] | Promise<WantedEdit[]>;
  /** What else belongs to the same change, before its revision is kept. */
  finish?: (tx: Sql) => Promise<void>;
  /** The revision that the change restores. */
  restored?: { commandId: number; version: number };
}

const refusals: Readonly<Record<NonNullable<WantedEdit['needs']>, string>> = {
  addAndDelete: 'The source decides which inputs there are. Change it there, then sync.',
  key: 'The source decides the key of this input. To show another name in the form, change its name.',
  type: 'The source decides the type of this input. Change it there, then sync.',
};

/**
 * Changes which inputs a template has, what they are called, of which type they are, or whether they are secrets: for all of its commands, as one
 * revision of each. It needs an engineer of all of them. Throws 409 if the command changed since the client read it.
 */
export async function editTemplate(change: Change): Promise<void> {
  const { actor, subject, version, audit, action, plan, finish, restored } = change;
  const { orgId, commandId, templateId } = subject;
  await loadTemplate(actor, orgId, templateId, 'template.configure');
  await transaction(async (tx) => {
    const stored = await lockTemplate(tx, orgId, templateId);
    const command = stored?.commands.find((each) => each.commandId === commandId);
    if (stored === undefined || command === undefined) throw notFound();
    if (version !== undefined && version !== command.version) throw changedMeanwhile();
    const rights = await rightsOf(tx, orgId, stored);
    const wanted = await plan(tx, { stored, rights });
    if (wanted.length === 0) return;
    const after = applied(stored, rights, wanted);
    for (const { edit } of wanted) {
      if (edit.kind === 'rename') await renameInput(tx, { templateId, key: edit.key, to: edit.to });
    }
    const inputEdits = wanted.reduce((edits, { edit }) => withEdit(edits, edit), stored.inputEdits);
    await execute(
      statement`update template set input_edits = ${JSON.stringify(inputEdits)}::jsonb
        where org_id = ${orgId} and template_id = ${templateId}`,
      tx,
    );
    await rewriteTemplate(
      tx,
      { orgId, templateId, described: describedAs(after), isUndeletion: false, audit },
      renamedOf(stored, wanted),
      {
        action,
        before: { inputs: shown(stored) },
        after: { inputs: shown(after) },
        changeType: 'user_update',
        ...(finish === undefined ? {} : { finish: () => finish(tx) }),
        ...(restored === undefined ? {} : { restored }),
      },
    );
  });
}

/** The template as edits would leave it. Throws 400 for those that its source doesn't allow, or that don't fit. */
const applied = (stored: StoredTemplate, rights: EditRights, wanted: readonly WantedEdit[]): StoredTemplate =>
  wanted.reduce((before, each) => apply(before, rights, each), stored);

/** What edits would change, without writing anything; both sides under the keys after them. Throws as `editTemplate`. */
export async function previewEdits(
  orgId: string,
  stored: StoredTemplate,
  wanted: readonly WantedEdit[],
): Promise<Carried> {
  const after = applied(stored, await rightsOf(sql, orgId, stored), wanted);
  const renames = wanted.flatMap(({ edit }) =>
    edit.kind === 'rename'
      ? [{ key: edit.key, from: edit.key, to: edit.to, keyNow: edit.to, isCertain: true }]
      : [],
  );
  return {
    stored: renamedOf(stored, wanted),
    described: describedAs(after),
    renames,
    inputEdits: stored.inputEdits,
  };
}

async function rightsOf(
  tx: Sql,
  orgId: string,
  { sourceKind, staticCommandSourceId, executable }: StoredTemplate,
) {
  const [source] = await query(
    { kind: column.text },
    statement`select kind from static_command_source where org_id = ${orgId}
      and static_command_source_id = ${staticCommandSourceId}::int`,
    tx,
  );
  return inputRightsOf(sourceKind, source?.kind ?? null, executable).edits;
}

function apply(
  before: StoredTemplate,
  rights: EditRights,
  { edit, needs, path }: WantedEdit,
): StoredTemplate {
  if (needs !== null && !rights[needs]) throw invalidAt(path, refusals[needs]);
  const problem = problemOf(before.inputs, edit);
  if (problem !== null) throw invalidAt(path, problem);
  try {
    return { ...before, ...applyEdit(before, before.sourceKind, edit) };
  } catch (error) {
    if (error instanceof ConnectorError) throw invalidAt(path, error.message);
    throw error;
  }
}

/** The template before the change, under the keys after it. */
function renamedOf(stored: StoredTemplate, wanted: readonly WantedEdit[]): StoredTemplate {
  let { inputs, startupValues } = stored;
  for (const { edit } of wanted) {
    if (edit.kind !== 'rename') continue;
    startupValues = renamedValues(startupValues, edit);
    inputs = inputs.map((input) => (input.key === edit.key ? { ...input, key: edit.to } : input));
  }
  return { ...stored, inputs, startupValues };
}

const describedAs = (template: StoredTemplate) => ({
  ...template,
  friendlyName: template.friendlyName ?? template.cloudName,
  warningTag: null,
  ...(template.staticCommandSourceId === null
    ? { staticCommandSourceId: undefined }
    : { staticCommandSourceId: template.staticCommandSourceId }),
});

/** The inputs as the audit log has them: their types by their keys, and which are secrets. */
const shown = ({ inputs }: StoredTemplate): Record<string, string> =>
  Object.fromEntries(
    inputs.map(({ key, type }) => [key, holdsSecret(type) ? `${type.typeId} (secret)` : type.typeId]),
  );
