import statement, { raw } from 'sql-template-tag';
import type { updateInput as updateInputOperation } from '@/lib/contract/configure';
import type { BodyOf } from '@/lib/contract/operation';
import { coerceValue } from '@/lib/inputs/coerce-value';
import type { InputType } from '@/lib/inputs/input';
import { isSecretMark, SECRET_MARK } from '@/lib/inputs/secret-mark';
import { holdsSecret } from '@/lib/inputs/secret-values';
import type { JsonValue } from '@/lib/json';
import { byColumn, changedKeys, changedValues } from '@/lib/settings/change-settings';
import { type InputSettingValues, inputSettings } from '@/lib/settings/input-settings';
import { recordAudit } from '@/server/access/audit';
import { readCommandAs } from '@/server/commands/read-command';
import { refuseBadConditions } from '@/server/configure/check-conditions';
import { type Sql, transaction } from '@/server/db';
import { AppError, changedMeanwhile, notFound } from '@/server/errors';
import type { Context } from '@/server/http/context';
import { keepRevisions, keepStart } from '@/server/revisions/keep-revisions';
import { settingPairs } from '@/server/settings/columns';
import { sealDefault } from '@/server/settings/sealed-default';
import { countChange, writeInputSettings } from '@/server/settings/write-settings';
import { column, query } from '@/server/statements';

type Body = BodyOf<typeof updateInputOperation>;

/** Coerces a default to the input's type, so that it can be sent. Throws 400 if that fails. */
function defaultOf(type: InputType, given: JsonValue): JsonValue {
  if (given === null) return null;
  const coerced = coerceValue(type, given);
  if (coerced.ok) return coerced.value;
  throw new AppError('invalid', `The default is not valid: ${coerced.message}`, {
    issues: [{ path: 'defaultValue', message: coerced.message }],
  });
}

interface Changed {
  after: InputSettingValues;
  /** The new default if it is a secret; `after` has only its mark. */
  secret?: JsonValue;
}

function changed(before: InputSettingValues, type: InputType, body: Body): Changed {
  const { defaultAmbiguousInput: given, defaultValue: sent, ...plain } = body;
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
      useDefaultValue: body.useDefaultValue ?? defaultValue !== null,
    },
    ...(isSealed ? { secret: value } : {}),
  };
}

/** Changes how one input looks and behaves; the command's version increases. */
export async function updateInput({
  actor,
  subject: { orgId, commandId },
  params: { inputId },
  body,
  audit,
}: Context<typeof updateInputOperation>) {
  const isStale = await transaction(async (tx) => {
    const [command] = await query(
      { version: column.int },
      statement`select version from command where org_id = ${orgId} and command_id = ${commandId} for update`,
      tx,
    );
    const { key, type, settings: before } = await readConfigured(tx, orgId, commandId, inputId);
    if (command === undefined || (body.version !== undefined && body.version !== command.version))
      return true;
    const { after, secret } = changed(before, type, body);
    // Replacing one secret with another changes the default, though both have the same mark.
    const keys = changedKeys(inputSettings, before, after);
    if (secret !== undefined && !keys.includes('defaultValue')) keys.push('defaultValue');
    if (keys.length === 0) return false;
    if (keys.includes('conditions'))
      await refuseBadConditions(tx, { orgId, commandId }, key, after.conditions);
    const commands = { orgId, commandIds: [commandId] };
    await keepStart(tx, commands);
    await writeInputSettings(tx, orgId, commandId, [
      {
        inputId,
        settings: after,
        sealedDefault: secret === undefined ? undefined : sealDefault(orgId, inputId, secret),
      },
    ]);
    await countChange(tx, { orgId, commandId });
    await recordAudit(tx, audit, {
      orgId,
      action: 'input.update',
      subjectType: 'command',
      subjectId: String(commandId),
      before: { input_id: inputId, ...byColumn(inputSettings, before, keys) },
      after: { input_id: inputId, ...byColumn(inputSettings, after, keys) },
    });
    await keepRevisions(tx, audit, commands, { changeType: 'user_update' });
    return false;
  });
  const now = await readCommandAs(actor, orgId, commandId);
  if (isStale) throw changedMeanwhile(now);
  return now;
}

/** Throws 404 for an input of another command. */
async function readConfigured(tx: Sql, orgId: string, commandId: number, inputId: number) {
  const [row] = await query(
    { key: column.text, settings: column.json<InputSettingValues>(), type: column.json<InputType>() },
    statement`select json_build_object(${raw(settingPairs(inputSettings, 'i'))}) as settings, ti.type, ti.key
      from command_input i
      join template_input ti on ti.org_id = i.org_id and ti.template_input_id = i.template_input_id
      where i.org_id = ${orgId} and i.command_id = ${commandId} and i.input_id = ${inputId}`,
    tx,
  );
  if (row === undefined) throw notFound();
  return row;
}
