import statement from 'sql-template-tag';
import type { z } from 'zod';
import type { JsonValue } from '@/lib/base/json';
import { isSecretMark, SECRET_MARK } from '@/lib/base/secret-mark';
import type { webhook } from '@/lib/contract/webhooks/webhook';
import { hasPrefilledDefault, isFixed } from '@/lib/inputs/form-inputs';
import type { Input, InputValues } from '@/lib/inputs/input';
import { inputNames, nameOf } from '@/lib/inputs/input-names';
import { holdsSecret } from '@/lib/inputs/secret-values';
import { parseObjectPath } from '@/lib/outputs/object-path';
import type { RunnableSubject } from '@/server/access/load/load-command';
import { type Sql, sql } from '@/server/base/database/db';
import { column, execute, query, type RowOf } from '@/server/base/database/statements';
import { AppError } from '@/server/base/errors';
import { open, seal } from '@/server/base/secrets/seal';

type ShownInput = z.output<typeof webhook>['inputs'][number];

/** Where the value of an input comes from, as a request says it. */
export interface GivenInput {
  inputId: number;
  path?: string | null | undefined;
  valueJson?: JsonValue | undefined;
}

/** The limit for all fixed values of a webhook as JSON text. */
const LARGEST_VALUES = 1_000_000;

/** What a secret is sealed for: the webhook, and the input that it belongs to. */
export const webhookPurpose =
  (orgId: string, webhookId: number) =>
  (inputId: number): string =>
    `webhook:${orgId}:${webhookId}:${inputId}`;

const refused = (position: number, message: string): AppError =>
  new AppError('invalid', message, { issues: [{ path: `inputs[${position}]`, message }] });

/** Throws 400 for inputs that the command doesn't have, that are named twice, or whose values aren't for senders to set. */
export function refuseStrangers(inputs: readonly Input[], given: readonly GivenInput[]): void {
  const known = new Map(inputs.map((input) => [input.inputId, input]));
  const names = inputNames(inputs);
  const seen = new Set<number>();
  given.forEach(({ inputId, path, valueJson }, position) => {
    const input = known.get(inputId);
    if (input === undefined) throw refused(position, 'One of the inputs belongs to another command.');
    const name = nameOf(names, input.key);
    if (seen.has(inputId)) throw refused(position, `${name} is listed twice.`);
    seen.add(inputId);
    if (isFixed(input)) throw refused(position, `${name} has its value from the command.`);
    if (path != null && valueJson !== undefined) {
      throw refused(position, `${name} has either a path or a fixed value.`);
    }
  });
}

const INPUT = {
  webhook_id: column.int,
  input_id: column.int,
  path: column.text.nullable(),
  value: column.text.nullable(),
  sealed_value: column.bytes.nullable(),
};
type StoredInput = RowOf<typeof INPUT>;

export const storedInputs = (
  orgId: string,
  webhookIds: readonly number[],
  db: Sql = sql,
): Promise<StoredInput[]> =>
  query(
    INPUT,
    statement`select webhook_id, input_id, path, value, sealed_value from webhook_input
      where org_id = ${orgId} and webhook_id = any(${[...webhookIds]}::int[])`,
    db,
  );

/** Whether a fixed value is stored: an emptied default is, or it would be filled in again. */
const isKept = (input: Input, value: JsonValue): boolean =>
  hasPrefilledDefault(input) || (value !== null && value !== '');

/** Replaces where the values of a webhook come from, in its transaction. A secret's mark keeps the value that it has. */
export async function writeInputs(
  tx: Sql,
  orgId: string,
  webhookId: number,
  inputs: readonly Input[],
  given: readonly GivenInput[],
): Promise<void> {
  const kept: number[] = [];
  const rows: { inputId: number; path: string | null; value: string | null; sealed: Buffer | null }[] = [];
  for (const { inputId, path, valueJson } of given) {
    const input = inputs.find((each) => each.inputId === inputId);
    if (path != null) rows.push({ inputId, path, value: null, sealed: null });
    else if (isSecretMark(valueJson)) kept.push(inputId);
    else if (input !== undefined && valueJson !== undefined && isKept(input, valueJson)) {
      const text = JSON.stringify(valueJson);
      const sealed = holdsSecret(input.type) ? seal(text, webhookPurpose(orgId, webhookId)(inputId)) : null;
      rows.push({ inputId, path: null, value: sealed === null ? text : null, sealed });
    }
  }
  if (rows.reduce((sum, { value }) => sum + (value?.length ?? 0), 0) > LARGEST_VALUES) {
    throw new AppError('too_large', 'The fixed values of a webhook can be 1 MB in total. Send less.');
  }
  await execute(
    statement`delete from webhook_input where org_id = ${orgId} and webhook_id = ${webhookId}
      and not (input_id = any(${kept}::int[]) and sealed_value is not null)`,
    tx,
  );
  await execute(
    statement`insert into webhook_input (org_id, webhook_id, input_id, path, value, sealed_value)
      select ${orgId}, ${webhookId}, given.* from unnest(${rows.map(({ inputId }) => inputId)}::int[],
        ${rows.map(({ path }) => path)}::text[], ${rows.map(({ value }) => value)}::text[],
        ${rows.map(({ sealed }) => sealed)}::bytea[]) given (input_id, path, value, sealed_value)`,
    tx,
  );
}

/** Where values come from as people see it, by webhook, in the order of the form. */
export async function readShownInputs(
  { orgId, form }: RunnableSubject,
  webhookIds: readonly number[],
  db: Sql = sql,
): Promise<Map<number, ShownInput[]>> {
  const rows = await storedInputs(orgId, webhookIds, db);
  const byWebhook = new Map<number, ShownInput[]>(webhookIds.map((id) => [id, []]));
  for (const input of form.inputs) {
    for (const row of rows.filter(({ input_id }) => input_id === input.inputId)) {
      const isHidden = row.path === null && (row.value === null || holdsSecret(input.type));
      const valueJson: JsonValue = isHidden ? SECRET_MARK : JSON.parse(row.value ?? 'null');
      byWebhook.get(row.webhook_id)?.push({ inputId: input.inputId, input, path: row.path, valueJson });
    }
  }
  return byWebhook;
}

function valueAt(body: JsonValue, path: string): JsonValue | undefined {
  let value: JsonValue | undefined = body;
  for (const step of parseObjectPath(path) ?? []) {
    if (typeof value !== 'object' || value === null) return undefined;
    if (Array.isArray(value)) value = typeof step === 'number' ? value[step] : undefined;
    else value = Object.hasOwn(value, String(step)) ? value[String(step)] : undefined;
  }
  return value;
}

/**
 * The values of a run by key, with secrets: from the body of a delivery and fixed ones. What isn't in the body is as in a
 * form that nobody touched; what is null there is as a field that was emptied. Throws 422 if a key that sealed a value is
 * gone.
 */
export function valuesFrom(
  body: JsonValue,
  inputs: readonly Input[],
  stored: readonly StoredInput[],
  orgId: string,
): InputValues {
  return Object.fromEntries(
    inputs.flatMap((input): [string, JsonValue][] => {
      const row = stored.find(({ input_id }) => input_id === input.inputId);
      // An engineer may have locked the input since.
      if (row === undefined || isFixed(input)) return [];
      const value = row.path === null ? fixedValue(orgId, row) : valueAt(body, row.path);
      if (value !== null && value !== undefined) return [[input.key, value]];
      return value === null && hasPrefilledDefault(input) ? [[input.key, row.path === null ? null : '']] : [];
    }),
  );
}

function fixedValue(orgId: string, row: StoredInput): JsonValue {
  const { webhook_id: webhookId, input_id: inputId, sealed_value: sealed } = row;
  try {
    return JSON.parse(
      sealed === null ? (row.value ?? 'null') : open(sealed, webhookPurpose(orgId, webhookId)(inputId)),
    );
  } catch (cause) {
    throw new AppError(
      'impossible',
      "A password of this webhook can't be read: the key that sealed it is missing from ENCRYPTION_KEYS. Enter it again.",
      { cause },
    );
  }
}
