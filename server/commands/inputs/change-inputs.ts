import statement, { raw } from 'sql-template-tag';
import type { Person } from '@/lib/access/vocabulary';
import type { JsonValue } from '@/lib/base/json';
import { isSecretMark, SECRET_MARK } from '@/lib/base/secret-mark';
import type { updateInputs } from '@/lib/contract/command/inputs';
import type { BodyOf } from '@/lib/contract/operation';
import type { InputType } from '@/lib/inputs/input';
import { reordered } from '@/lib/inputs/reorder';
import { holdsSecret } from '@/lib/inputs/secret-values';
import { byColumn, changedKeys, changedValues } from '@/lib/settings/change-settings';
import { type InputSettingKey, type InputSettingValues, inputSettings } from '@/lib/settings/input-settings';
import { coerceValue } from '@/lib/values/coerce-value';
import { type AuditSource, recordAudit } from '@/server/access/audit';
import { settingPairs } from '@/server/access/setting-columns';
import { type Sql, transaction } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';
import { AppError, changedMeanwhile, notFound } from '@/server/base/errors';
import { readCommandAs } from '@/server/commands/command/read-command';
import { keepRevisions, keepStart } from '@/server/commands/revisions/keep-revisions';
import { refuseBadConditions } from '@/server/commands/settings/check-conditions';
import { sealDefault } from '@/server/commands/settings/sealed-default';
import { countChange, writeInputSettings } from '@/server/commands/settings/write-settings';
import { noteBroken } from '@/server/dependents/note-broken';
import { pauseFixed } from '@/server/dependents/pause-fixed';

/** The settings that a request names for one input, and its place in the form. */
export type InputChanges = BodyOf<typeof updateInputs>['inputs'][number];

/** An input as it is configured. */
interface Configured {
  inputId: number;
  key: string;
  type: InputType;
  settings: InputSettingValues;
}

/** An input with what becomes of it. */
interface Planned extends Configured {
  after: InputSettingValues;
  keys: InputSettingKey[];
  /** The new default if it is a secret; `after` has only its mark. */
  secret?: JsonValue;
}

/** Coerces a default to the input's type, so that it can be sent. Throws 400 if that fails. */
function defaultOf(type: InputType, given: JsonValue): JsonValue {
  if (given === null) return null;
  const coerced = coerceValue(type, given);
  if (coerced.ok) return coerced.value;
  throw new AppError('invalid', `The default is not valid: ${coerced.message}`, {
    issues: [{ path: 'defaultValue', message: coerced.message }],
  });
}

function changed(
  before: InputSettingValues,
  type: InputType,
  { defaultAmbiguousInput: given, defaultValue: sent, inputId: _, order: __, ...plain }: InputChanges,
): { after: InputSettingValues; secret?: JsonValue } {
  const isSecret = holdsSecret(type);
  // Responses have the mark instead of the secret; a client that sends the mark back changes nothing.
  const defaultValue = isSecret && isSecretMark(sent) ? undefined : sent;
  const after = changedValues(inputSettings, before, plain);
  if (given !== undefined) {
    after.defaultAmbiguousInput = given === null || given === 'nullNone' ? 'required' : given;
  }
  if (defaultValue === undefined) return { after };
  const value = defaultOf(type, defaultValue);
  const isSealed = isSecret && value !== null;
  return {
    after: {
      ...after,
      defaultValue: isSealed ? SECRET_MARK : value,
      defaultValueSource: 'user',
      useDefaultValue: plain.useDefaultValue ?? defaultValue !== null,
    },
    ...(isSealed ? { secret: value } : {}),
  };
}

/** What becomes of the inputs of a command, those that others make room for included. Throws 404 for one of another. */
function plan(configured: readonly Configured[], requests: readonly InputChanges[]): Planned[] {
  const known = new Set(configured.map(({ inputId }) => inputId));
  const asked = new Map(requests.map((request) => [request.inputId, request]));
  if (requests.some(({ inputId }) => !known.has(inputId))) throw notFound();
  if (asked.size < requests.length) {
    throw new AppError('invalid', 'An input is listed twice. List each input once.', {
      issues: [{ path: 'legoInstanceInputs', message: 'An input is listed twice' }],
    });
  }
  const wanted = requests.flatMap(({ inputId, order }): [number, number][] =>
    order === undefined ? [] : [[inputId, order]],
  );
  const ids = configured.map(({ inputId }) => inputId);
  const places = new Map(reordered(ids, new Map(wanted)).map((inputId, place) => [inputId, place]));
  return configured
    .map((input): Planned => {
      const request = asked.get(input.inputId);
      const { after, ...secret } =
        request === undefined ? { after: input.settings } : changed(input.settings, input.type, request);
      // Positions stay as they are until one is asked for: a sync may have left gaps.
      const order = wanted.length === 0 ? after.order : (places.get(input.inputId) ?? after.order);
      const keys = changedKeys(inputSettings, input.settings, { ...after, order });
      // Replacing one secret with another changes the default, though both have the same mark.
      if ('secret' in secret && !keys.includes('defaultValue')) keys.push('defaultValue');
      return { ...input, after: { ...after, order }, keys, ...secret };
    })
    .filter(({ keys }) => keys.length > 0);
}

/** What the audit log has of a change: one input by its id, several by their keys. */
function auditOf(planned: readonly Planned[], side: 'settings' | 'after'): Record<string, JsonValue> {
  const [one] = planned;
  if (one !== undefined && planned.length === 1) {
    return { input_id: one.inputId, ...byColumn(inputSettings, one[side], one.keys) };
  }
  return {
    inputs: Object.fromEntries(
      planned.map((input) => [input.key, byColumn(inputSettings, input[side], input.keys)]),
    ),
  };
}

interface Change {
  actor: Person;
  orgId: string;
  commandId: number;
  /** The command's version that the client read; undefined to write over any. */
  version: number | undefined;
  inputs: readonly InputChanges[];
  audit: AuditSource;
}

/**
 * Changes how inputs look and behave, and their order: one revision and one audit row, however many. The command's
 * version increases. Throws 409 with the current state if the command changed since the client read it.
 */
export async function changeInputs({ actor, orgId, commandId, version, inputs, audit }: Change) {
  const isStale = await transaction(async (tx) => {
    const [command] = await query(
      { version: column.int },
      statement`select version from command where org_id = ${orgId} and command_id = ${commandId} for update`,
      tx,
    );
    if (command === undefined) throw notFound();
    const planned = plan(await readConfigured(tx, orgId, commandId), inputs);
    if (version !== undefined && version !== command.version) return true;
    if (planned.length === 0) return false;
    const commands = { orgId, commandIds: [commandId] };
    await keepStart(tx, commands);
    await write(tx, actor, orgId, commandId, planned);
    await refuseConditions(tx, { orgId, commandId }, planned);
    await pauseFixed(tx, { orgId, commandId, audit });
    await noteBroken(tx, { orgId, of: { commandId }, audit });
    await countChange(tx, { orgId, commandId });
    await recordAudit(tx, audit, {
      orgId,
      action: 'input.update',
      subjectType: 'command',
      subjectId: String(commandId),
      before: auditOf(planned, 'settings'),
      after: auditOf(planned, 'after'),
    });
    const newSecrets = planned.flatMap(({ key, secret }) => (secret === undefined ? [] : [key]));
    await keepRevisions(tx, audit, commands, { changeType: 'user_update', newSecrets });
    return false;
  });
  const now = await readCommandAs(actor, orgId, commandId);
  if (isStale) throw changedMeanwhile(now);
  return now;
}

/** Configures inputs within a change that the caller locks, counts, and records. */
export async function configureInputs(
  tx: Sql,
  actor: Person,
  orgId: string,
  commandId: number,
  inputs: readonly InputChanges[],
): Promise<void> {
  const planned = plan(await readConfigured(tx, orgId, commandId), inputs);
  await write(tx, actor, orgId, commandId, planned);
  await refuseConditions(tx, { orgId, commandId }, planned);
}

/** Checked once all are written, because they may depend on each other. */
async function refuseConditions(
  tx: Sql,
  command: { orgId: string; commandId: number },
  planned: readonly Planned[],
): Promise<void> {
  const conditional = planned.filter(({ keys }) => keys.includes('conditions'));
  if (conditional.length === 0) return;
  await refuseBadConditions(
    tx,
    command,
    conditional.map(({ key }) => key),
  );
}

function write(
  tx: Sql,
  actor: Person,
  orgId: string,
  commandId: number,
  planned: readonly Planned[],
): Promise<void> {
  return writeInputSettings(
    tx,
    actor,
    orgId,
    commandId,
    planned.map(({ inputId, after, secret }) => ({
      inputId,
      settings: after,
      sealedDefault: secret === undefined ? undefined : sealDefault(orgId, inputId, secret),
    })),
  );
}

/** The inputs of a command, in the order of its form. */
function readConfigured(tx: Sql, orgId: string, commandId: number): Promise<Configured[]> {
  return query(
    {
      inputId: column.int,
      key: column.text,
      type: column.json<InputType>(),
      settings: column.json<InputSettingValues>(),
    },
    statement`select i.input_id as "inputId", ti.key, ti.type,
        json_build_object(${raw(settingPairs(inputSettings, 'i'))}) as settings
      from command_input i
      join template_input ti on ti.org_id = i.org_id and ti.template_input_id = i.template_input_id
      where i.org_id = ${orgId} and i.command_id = ${commandId}
      order by i.position, i.input_id`,
    tx,
  );
}
