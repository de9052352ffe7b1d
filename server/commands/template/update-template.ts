import statement, { raw, type Sql as Statement } from 'sql-template-tag';
import type { JsonValue } from '@/lib/base/json';
import { SECRET_MARK } from '@/lib/base/secret-mark';
import { readableName } from '@/lib/commands/readable-name';
import type { InputType } from '@/lib/inputs/input';
import { holdsSecret } from '@/lib/inputs/secret-values';
import { byColumn } from '@/lib/settings/change-settings';
import { followingSettings } from '@/lib/settings/input-setting-list';
import type { AuditSource } from '@/server/access/audit';
import { mayKnow } from '@/server/access/may-know';
import { type Sql, transaction } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';
import { AppError } from '@/server/base/errors';
import { storeOutputs } from '@/server/commands/outputs/learn-outputs';
import { outputsOfColumns } from '@/server/commands/outputs/output-shape';
import { carryRenames, writeRenames } from '@/server/commands/renames/carry-renames';
import type { InputRename } from '@/server/commands/renames/recognize-renames';
import { recordRevisions, startInsert } from '@/server/commands/revisions/keep-revisions';
import { noteNewSecrets } from '@/server/commands/secrets/sealing-tasks';
import { bytesAsJson, keptSealedDefault, sealDefault } from '@/server/commands/settings/sealed-default';
import type { AddedCommand } from '@/server/commands/template/add-command';
import { canBreak, stopDependents } from '@/server/commands/template/changed-inputs';
import { changesOf } from '@/server/commands/template/compare-template';
import { type ConfiguredInput, readConfigured } from '@/server/commands/template/configured-input';
import { declaredInputs } from '@/server/commands/template/declared-inputs';
import { withInputEdits } from '@/server/commands/template/input-edits';
import { planInputs, planStartupValues } from '@/server/commands/template/plan-inputs';
import { revisionOf } from '@/server/commands/template/revision';
import { clearSourceChanges } from '@/server/commands/template/source-changes';
import {
  lockTemplate,
  type StoredCommand,
  type StoredTemplate,
} from '@/server/commands/template/stored-template';
import type { TemplateDescription } from '@/server/connectors/things';
import { forgetExpected } from '@/server/dependents/expected-breaks';
import { noteBroken } from '@/server/dependents/note-broken';

export interface Update {
  orgId: string;
  templateId: number;
  /** As its source describes it, without what engineers edited. */
  described: TemplateDescription;
  /** Whether what belongs to an input goes along when its source renamed it. */
  carries: (rename: InputRename) => boolean;
  /** When reading it at the source began; see `clearSourceChanges`. */
  readAt: Date;
  /** Of the diff that the person reviewed; null without one. */
  revision: string | null;
  /** Whether it was deleted and should be restored. */
  isUndeletion: boolean;
  audit: AuditSource;
}

/**
 * Updates a template, and the forms of its commands, to the source's current description; see `planInputs` for what
 * follows the source and what stays. Writes nothing if nothing changed. An undeletion also restores the commands that
 * were last deleted together.
 *
 * Throws 409 if the template changed since the person reviewed it, or isn't in the state that the caller expects.
 * Returns its commands.
 */
export async function updateTemplate(asked: Update): Promise<AddedCommand[]> {
  const { orgId, templateId, isUndeletion } = asked;
  return transaction(async (tx) => {
    const stored = await lockTemplate(tx, orgId, templateId);
    refuseUpdate(asked, stored);
    const carried = carryRenames(asked.described, stored, asked.carries);
    const { described } = carried;
    const changes = changesOf(carried);
    const { actorUserId } = asked.audit;
    if (stored.isExpectedToBreak) await forgetExpected(tx, orgId, templateId);
    // Even if no input changed: what a result has may have, or an earlier version didn't ask for it.
    for (const { commandId } of stored.commands) {
      await storeOutputs(orgId, commandId, outputsOfColumns(described.columns ?? []), tx);
    }
    if (stored.sourceChange !== null) await clearSourceChanges(tx, orgId, [templateId], asked.readAt);
    if (changes.length === 0 && !isUndeletion) return livingCommands(stored.commands, actorUserId);
    await writeRenames(tx, asked, carried);
    const commands = await rewriteTemplate(tx, { ...asked, described }, carried.stored, {
      action: isUndeletion ? 'template.undelete' : 'template.sync',
      before: { cloud_id: stored.cloudId, version: stored.version },
      after: {
        cloud_id: described.cloudId,
        version: stored.version + 1,
        changes: changes.map((change) => ({ ...change })),
      },
      changeType: isUndeletion ? 'sync_undeletion' : 'sync_update',
    });
    return livingCommands(commands, actorUserId);
  });
}

/** How a change of a template is recorded, and what else it does before the revisions are kept. */
interface Recorded {
  action: string;
  before: Record<string, JsonValue>;
  after: Record<string, JsonValue>;
  changeType: Parameters<typeof recordRevisions>[4]['changeType'];
  finish?: () => Promise<void>;
  restored?: { commandId: number; version: number };
}

type Rewrite = Pick<Update, 'orgId' | 'templateId' | 'described' | 'isUndeletion' | 'audit'>;

/**
 * Writes a template and the forms of its commands as described, with an audit row and a revision of each command, in the
 * caller's transaction. Returns its commands in the order of their ids.
 *
 * @param stored the template as `lockTemplate` read it
 */
export async function rewriteTemplate(
  tx: Sql,
  update: Rewrite,
  stored: StoredTemplate,
  { action, before, after, changeType, finish, restored }: Recorded,
): Promise<Omit<StoredCommand, 'version'>[]> {
  const { orgId, templateId, audit } = update;
  const configured = (await readConfigured(tx, orgId, [templateId])).get(templateId) ?? [];
  const commands = await write(tx, update, stored, configured);
  if (canBreak(stored, update.described)) await noteBroken(tx, { orgId, of: { templateId }, audit });
  await noteNewSecrets(tx, orgId, templateId, newSecrets(stored, update.described));
  await finish?.();
  await recordRevisions(
    tx,
    audit,
    { orgId, action, subjectType: 'template', subjectId: String(templateId), before, after },
    { orgId, templateId },
    { changeType, ...(restored && { restored }) },
  );
  return commands;
}

/** Returns the keys of the inputs that have just become secrets. */
function newSecrets(stored: StoredTemplate, { inputs }: TemplateDescription): string[] {
  const open = new Set(stored.inputs.filter(({ type }) => !holdsSecret(type)).map(({ key }) => key));
  return inputs.flatMap(({ key, type }) => (open.has(key) && holdsSecret(type) ? [key] : []));
}

function refuseUpdate(
  { described, revision, isUndeletion }: Update,
  stored: StoredTemplate | undefined,
): asserts stored is StoredTemplate {
  const name = described.cloudName;
  if (stored === undefined) throw new AppError('conflict', `${name} is no longer a command here.`);
  if (revision !== null && revision !== revisionOf(stored, withInputEdits(described, stored)))
    throw changedSinceDiff(name);
  if (stored.isDeleted && !isUndeletion) {
    throw new AppError('conflict', `${name} was deleted here. Bring it back instead.`);
  }
  if (!stored.isDeleted && isUndeletion) {
    throw new AppError('conflict', `${name} is not deleted: someone has already brought it back.`);
  }
}

export function changedSinceDiff(name: string): AppError {
  return new AppError(
    'conflict',
    `${name} changed after you compared, here or at the source. Compare again, then choose.`,
  );
}

/** The commands that the person may know, in the order of their ids. */
function livingCommands(
  commands: readonly Omit<StoredCommand, 'version'>[],
  userId: string | null,
): AddedCommand[] {
  return commands
    .filter(({ isDeleted }) => !isDeleted)
    .filter(mayKnow(userId))
    .map(({ commandId, name }) => ({ commandId, name }));
}

/** Seals an engineer's default of an input that has just become a secret. */
function newlySealed(
  orgId: string,
  type: InputType | undefined,
  defaultValue: JsonValue,
  own: ConfiguredInput | undefined,
) {
  if (own === undefined || own.isDefaultSealed || defaultValue === null) return {};
  if (type === undefined || !holdsSecret(type)) return {};
  const sealed = sealDefault(orgId, own.inputId, defaultValue);
  return { default_value: SECRET_MARK, sealed_default: bytesAsJson(sealed) };
}

function planOf(
  { orgId, described }: Rewrite,
  stored: StoredTemplate,
  configured: readonly ConfiguredInput[],
) {
  const types = new Map(described.inputs.map(({ key, type }) => [key, type]));
  return stored.commands.flatMap(({ commandId }) => {
    const own = configured.filter((input) => input.commandId === commandId);
    const planned = planInputs(stored.inputs, described.inputs, own);
    return planned.map(({ key, ...values }) => ({
      key,
      command_id: commandId,
      ...byColumn(followingSettings, values),
      ...newlySealed(
        orgId,
        types.get(key),
        values.defaultValue,
        own.find((input) => input.key === key),
      ),
    }));
  });
}

const startupText = (values: object | null) => (values === null ? null : JSON.stringify(values));

async function write(
  tx: Sql,
  update: Rewrite,
  stored: StoredTemplate,
  configured: ConfiguredInput[],
): Promise<Omit<StoredCommand, 'version'>[]> {
  const { orgId, templateId, audit } = update;
  await stopDependents(tx, { orgId, templateId, audit }, { stored, described: update.described, configured });
  const rows = await query(
    { command: column.json<Omit<StoredCommand, 'version'>>() },
    updateOf(update, stored, configured),
    tx,
  ).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === '23505') {
      throw new AppError('conflict', `${update.described.cloudName} is already another command.`, {
        cause: error,
      });
    }
    throw error;
  });
  return rows.map(({ command }) => command).sort((a, b) => a.commandId - b.commandId);
}

const followingColumns = Object.values(followingSettings).map((setting) => setting.column);
const following = raw(followingColumns.join(', '));
const excluded = raw(followingColumns.map((name) => `excluded.${name}`).join(', '));

/**
 * Includes deleted commands, which may be restored later. A description or name that still equals the source's follows
 * it. The template's inputs are looked up by its id alone: with `org_id` as well, Postgres reads all inputs of the
 * organization until it has analyzed the tables.
 */
function updateOf(update: Rewrite, stored: StoredTemplate, configured: ConfiguredInput[]): Statement {
  const { orgId, templateId, described, isUndeletion } = update;
  const isRenamed = stored.cloudId !== described.cloudId;
  // A name that nobody edited follows: as it is at the source, as older commands have it, or made readable.
  const before = isRenamed ? stored.friendlyName : null;
  const readableBefore = before === null ? null : readableName(before);
  const startupValues = startupText(planStartupValues(stored.startupValues, described.inputs));
  return statement`
with start as (${startInsert({ orgId, templateId })}), changed_template as (
  update template set cloud_id = ${described.cloudId}::text, cloud_name = ${described.cloudName}::text,
    friendly_name = ${described.friendlyName}::text, description = ${described.description}::text,
    executable = ${JSON.stringify(described.executable)}::jsonb, likeness = ${described.likeness}::text[],
    deleted_at = null, static_command_source_id = ${described.staticCommandSourceId ?? null}::int,
    run_on_startup_values = ${startupValues}::jsonb, version = version + 1
  where org_id = ${orgId}::text and template_id = ${templateId}::int
), declared as (${declaredInputs(described.inputs)}), removed_template_input as (
  delete from template_input i
  where i.template_id = ${templateId}::int and i.key not in (select key from declared)
), changed_template_input as (
  insert into template_input (
    org_id, template_id, key, position, type, default_value, default_expression, default_ambiguous_input,
    description, group_header, conditions, is_prefilled
  )
  select ${orgId}::text, ${templateId}::int, key, position, type, default_value, default_expression,
    default_ambiguous_input, description, group_header, conditions, coalesce(is_prefilled, false)
  from declared order by position
  on conflict (template_id, key) do update set position = excluded.position, type = excluded.type,
    default_value = excluded.default_value, default_expression = excluded.default_expression,
    default_ambiguous_input = excluded.default_ambiguous_input, description = excluded.description,
    group_header = excluded.group_header, conditions = excluded.conditions, is_prefilled = excluded.is_prefilled
  returning template_input_id, key
), changed_input as (
  insert into command_input (org_id, command_id, template_input_id, ${following}, sealed_default)
  select ${orgId}::text, planned.command_id, changed.template_input_id, ${following}, planned.sealed_default
  from jsonb_array_elements(${JSON.stringify(planOf(update, stored, configured))}::jsonb) as plan(input)
  cross join jsonb_populate_record(null::command_input, plan.input) as planned
  join changed_template_input changed on changed.key = plan.input->>'key'
  order by planned.command_id, planned.position
  on conflict (command_id, template_input_id) do update set (${following}, sealed_default, unsealed_default) =
    row(${excluded}, ${keptSealedDefault('command_input', 'excluded')})
), deleted_last as (
  select max(deleted_at) as at from command
  where org_id = ${orgId}::text and template_id = ${templateId}::int and follows_command_id is null
)
update command c set version = c.version + 1,
  description = case when c.description is not distinct from ${stored.description}::text
    then ${described.description}::text else c.description end,
  name = case c.name when ${readableBefore}::text then ${readableName(described.friendlyName)}::text
    when ${before}::text then ${described.friendlyName}::text else c.name end,
  deleted_at = case when ${isUndeletion}::boolean and c.deleted_at = deleted_last.at then null else c.deleted_at end
from deleted_last
where c.org_id = ${orgId}::text and c.template_id = ${templateId}::int and c.follows_command_id is null
returning json_build_object('commandId', c.command_id, 'name', c.name, 'visibility', c.visibility,
  'createdByUserId', c.created_by_user_id, 'isDeleted', c.deleted_at is not null) as command`;
}
