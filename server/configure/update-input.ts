import statement, { raw } from 'sql-template-tag';
import type { updateInput as updateInputOperation } from '@/lib/contract/configure';
import type { BodyOf } from '@/lib/contract/operation';
import { coerceValue } from '@/lib/inputs/coerce-value';
import type { InputType } from '@/lib/inputs/input';
import { holdsSecret } from '@/lib/inputs/secret-values';
import type { JsonValue } from '@/lib/json';
import { byColumn, changedKeys, changedValues } from '@/lib/settings/change-settings';
import { type InputSettingValues, inputSettings } from '@/lib/settings/input-settings';
import { recordAudit } from '@/server/access/audit';
import { readCommandAs } from '@/server/commands/read-command';
import { type Sql, transaction } from '@/server/db';
import { AppError, changedMeanwhile, notFound } from '@/server/errors';
import type { Context } from '@/server/http/context';
import { settingPairs } from '@/server/settings/columns';
import { countChange, writeInputSettings } from '@/server/settings/write-settings';
import { column, query } from '@/server/statements';

type Body = BodyOf<typeof updateInputOperation>;

/** A default is what the type makes of it, so that what is kept can be sent. Throws 400 where it is none. */
function defaultOf(type: InputType, given: JsonValue): JsonValue {
  if (given === null) return null;
  const coerced = coerceValue(type, given);
  if (coerced.ok) return coerced.value;
  throw new AppError('invalid', `The default is not valid: ${coerced.message}`, {
    issues: [{ path: 'defaultValue', message: coerced.message }],
  });
}

function changed(before: InputSettingValues, type: InputType, body: Body): InputSettingValues {
  const { defaultAmbiguousInput: given, defaultValue, ...plain } = body;
  const after = changedValues(inputSettings, before, plain);
  if (given !== undefined) {
    after.defaultAmbiguousInput = given === null || given === 'nullNone' ? 'required' : given;
  }
  if (defaultValue === undefined) return after;
  return {
    ...after,
    defaultValue: defaultOf(type, defaultValue),
    defaultValueSource: 'user',
    useDefaultValue: body.useDefaultValue ?? defaultValue !== null,
  };
}

/** The settings as the audit log may have them: of a password it says whether there is one. */
function withoutSecret(type: InputType, values: InputSettingValues): InputSettingValues {
  const isSecret = values.defaultValue !== null && holdsSecret(type);
  return isSecret ? { ...values, defaultValue: { is_set: true } } : values;
}

/** Changes how one input looks and behaves; the command's version counts the change. */
export async function updateInput({
  actor,
  subject: { orgId, commandId },
  params: { inputId },
  body,
  audit,
}: Context<typeof updateInputOperation>) {
  const isStale = await transaction(async (tx) => {
    const [command] = await tx.query<{ version: number }>(
      'select version from command where org_id = $1 and command_id = $2 for update',
      [orgId, commandId],
    );
    const { type, settings: before } = await readConfigured(tx, orgId, commandId, inputId);
    if (command === undefined || (body.version !== undefined && body.version !== command.version))
      return true;
    const after = changed(before, type, body);
    const keys = changedKeys(inputSettings, before, after);
    if (keys.length === 0) return false;
    await writeInputSettings(tx, orgId, commandId, [{ inputId, settings: after }]);
    await countChange(tx, { orgId, commandId });
    await recordAudit(tx, audit, {
      orgId,
      action: 'input.update',
      subjectType: 'command',
      subjectId: String(commandId),
      before: { input_id: inputId, ...byColumn(inputSettings, withoutSecret(type, before), keys) },
      after: { input_id: inputId, ...byColumn(inputSettings, withoutSecret(type, after), keys) },
    });
    return false;
  });
  const now = await readCommandAs(actor, orgId, commandId);
  if (isStale) throw changedMeanwhile(now);
  return now;
}

/** An input of another command is not found. */
async function readConfigured(tx: Sql, orgId: string, commandId: number, inputId: number) {
  const [row] = await query(
    { settings: column.json<InputSettingValues>(), type: column.json<InputType>() },
    statement`select json_build_object(${raw(settingPairs(inputSettings, 'i'))}) as settings, ti.type
      from command_input i
      join template_input ti on ti.org_id = i.org_id and ti.template_input_id = i.template_input_id
      where i.org_id = ${orgId} and i.command_id = ${commandId} and i.input_id = ${inputId}`,
    tx,
  );
  if (row === undefined) throw notFound();
  return row;
}
