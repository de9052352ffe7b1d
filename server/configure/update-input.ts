import type { updateInput as updateInputOperation } from '@/lib/contract/configure';
import type { BodyOf } from '@/lib/contract/operation';
import { coerceValue } from '@/lib/inputs/coerce-value';
import type { InputType } from '@/lib/inputs/input';
import type { JsonValue } from '@/lib/json';
import { recordAudit } from '@/server/access/audit';
import { readCommandAs } from '@/server/commands/read-command';
import { type Sql, transaction } from '@/server/db';
import { AppError, changedMeanwhile, notFound } from '@/server/errors';
import type { Context } from '@/server/http/context';

interface Configured {
  display_name: string | null;
  placeholder: string | null;
  note: string | null;
  tooltip: string | null;
  hidden: boolean;
  locked: boolean;
  variable: string | null;
  use_default_value: boolean;
  default_value: JsonValue;
  default_value_source: string;
  default_ambiguous_input: string;
}

const COLUMNS = `display_name, placeholder, note, tooltip, hidden, locked, variable, use_default_value,
  default_value, default_value_source, default_ambiguous_input`;

type Body = BodyOf<typeof updateInputOperation>;

/** Empty text is none. */
const text = (given: string | null | undefined, before: string | null) =>
  given === undefined ? before : given?.trim() || null;

/** A default is what the type makes of it, so that what is kept can be sent. Throws 400 where it is none. */
function defaultOf(type: InputType, given: JsonValue): JsonValue {
  if (given === null) return null;
  const coerced = coerceValue(type, given);
  if (coerced.ok) return coerced.value;
  throw new AppError('invalid', `The default is not valid: ${coerced.message}`, {
    issues: [{ path: 'defaultValue', message: coerced.message }],
  });
}

function changed(before: Configured, type: InputType, body: Body): Configured {
  const given = body.defaultAmbiguousInput;
  const isRequired = given === null || given === 'nullNone';
  const setsDefault = body.defaultValue !== undefined;
  return {
    display_name: text(body.displayName, before.display_name),
    placeholder: text(body.placeholder, before.placeholder),
    note: text(body.note, before.note),
    tooltip: text(body.tooltip, before.tooltip),
    hidden: body.hidden ?? before.hidden,
    locked: body.locked ?? before.locked,
    variable: body.variable === undefined ? before.variable : body.variable,
    use_default_value:
      body.useDefaultValue ?? (setsDefault ? body.defaultValue !== null : before.use_default_value),
    default_value: setsDefault ? defaultOf(type, body.defaultValue ?? null) : before.default_value,
    default_value_source: setsDefault ? 'user' : before.default_value_source,
    default_ambiguous_input: isRequired ? 'required' : (given ?? before.default_ambiguous_input),
  };
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
    const { type, ...before } = await readConfigured(tx, orgId, commandId, inputId);
    if (command === undefined || (body.version !== undefined && body.version !== command.version))
      return true;
    const after = changed(before, type, body);
    const keys = (Object.keys(after) as (keyof Configured)[]).filter(
      (key) => JSON.stringify(after[key]) !== JSON.stringify(before[key]),
    );
    if (keys.length === 0) return false;
    await tx.query(
      `with touched as (update command set version = version + 1 where org_id = $1 and command_id = $2)
       update command_input set (${COLUMNS}) = ($4, $5, $6, $7, $8, $9, $10, $11, $12::jsonb, $13, $14)
       where org_id = $1 and command_id = $2 and input_id = $3`,
      [
        orgId,
        commandId,
        inputId,
        ...Object.values({
          ...after,
          default_value: after.default_value === null ? null : JSON.stringify(after.default_value),
        }),
      ],
    );
    const changesOf = (from: Configured) => Object.fromEntries(keys.map((key) => [key, from[key]]));
    await recordAudit(tx, audit, {
      orgId,
      action: 'input.update',
      subjectType: 'command',
      subjectId: String(commandId),
      before: { input_id: inputId, ...changesOf(before) },
      after: { input_id: inputId, ...changesOf(after) },
    });
    return false;
  });
  const now = await readCommandAs(actor, orgId, commandId);
  if (isStale) throw changedMeanwhile(now);
  return now;
}

/** An input of another command is not found. */
async function readConfigured(tx: Sql, orgId: string, commandId: number, inputId: number) {
  const [row] = await tx.query<Configured & { type: InputType }>(
    `select i.display_name, i.placeholder, i.note, i.tooltip, i.hidden, i.locked, i.variable,
       i.use_default_value, i.default_value, i.default_value_source, i.default_ambiguous_input, ti.type
     from command_input i
     join template_input ti on ti.org_id = i.org_id and ti.template_input_id = i.template_input_id
     where i.org_id = $1 and i.command_id = $2 and i.input_id = $3`,
    [orgId, commandId, inputId],
  );
  if (row === undefined) throw notFound();
  return row;
}
