import statement from 'sql-template-tag';
import type { z } from 'zod';
import type { JsonValue } from '@/lib/base/json';
import { isSecretMark, SECRET_MARK } from '@/lib/base/secret-mark';
import type { scheduledJob } from '@/lib/contract/schedules/scheduled-job';
import { hasPrefilledDefault, isFixed } from '@/lib/inputs/form-inputs';
import type { Input, InputValues } from '@/lib/inputs/input';
import { inputNames, nameOf } from '@/lib/inputs/input-names';
import { holdsSecret } from '@/lib/inputs/secret-values';
import { isRelative, isRelativeText, RELATIVE_HINT, takesRelative } from '@/lib/schedules/relative-dates';
import { unknownInput } from '@/lib/values/check-values';
import type { RunnableSubject } from '@/server/access/load/load-command';
import { type Sql, sql } from '@/server/base/database/db';
import { column, execute, query, type RowOf } from '@/server/base/database/statements';
import { AppError } from '@/server/base/errors';
import { open, seal } from '@/server/base/secrets/seal';
import { invalidValues } from '@/server/runs/start/prepare-run';

type JobInput = z.output<typeof scheduledJob>['inputs'][number];

/** Values by the id of their input, which stays when an engineer renames it. */
export type JobValues = ReadonlyMap<number, JsonValue>;

/** The limit for all values of a job as JSON text. */
const LARGEST_VALUES = 1_000_000;

/** What a secret is sealed for: the job, and the input that it belongs to. */
export const jobPurpose =
  (orgId: string, jobId: number): PurposeOf =>
  (inputId) =>
    `job:${orgId}:${jobId}:${inputId}`;
export type PurposeOf = (inputId: number) => string;

/** The values as a request names them: by input, or by key. Throws 400 for inputs that the command doesn't have. */
export function givenValues(
  inputs: readonly Input[],
  given: {
    inputs?:
      | readonly { inputId: number; value?: string | null | undefined; valueJson?: JsonValue | undefined }[]
      | undefined;
    params?: InputValues | undefined;
  },
): JobValues | null {
  if (given.inputs !== undefined) {
    const known = new Set(inputs.map(({ inputId }) => inputId));
    const stranger = given.inputs.findIndex(({ inputId }) => !known.has(inputId));
    if (stranger >= 0) {
      throw new AppError(
        'invalid',
        'One of the inputs belongs to another command. Reload this one, and fill it in again.',
        {
          issues: [
            {
              path: `cronJobInputs[${stranger}].legoInstanceInputId`,
              message: 'Must be an input of this command',
            },
          ],
        },
      );
    }
    return new Map(given.inputs.map((each) => [each.inputId, each.valueJson ?? each.value ?? null]));
  }
  if (given.params === undefined) return null;
  const ids = new Map(inputs.map(({ key, inputId }) => [key, inputId]));
  const strangers = Object.keys(given.params).filter((key) => !ids.has(key));
  if (strangers.length > 0) {
    const issues = strangers.map((key) => ({ key, message: unknownInput(inputs) }));
    throw invalidValues(inputs, issues, 'runrams');
  }
  return new Map(Object.entries(given.params).map(([key, value]) => [ids.get(key) ?? 0, value]));
}

/** The values by key, as a firing checks them. */
export const byKey = (inputs: readonly Input[], values: JobValues): InputValues =>
  Object.fromEntries(
    inputs.flatMap(({ inputId, key }): [string, JsonValue][] => {
      const value = values.get(inputId);
      return value === undefined ? [] : [[key, value]];
    }),
  );

/** Throws 400 for relative dates that can't be read, with what they look like. */
export function refuseUnreadableDates(inputs: readonly Input[], values: JobValues): void {
  const issues = inputs.flatMap((input) => {
    const value = values.get(input.inputId);
    const isUnreadable = takesRelative(input) && isRelative(value) && !isRelativeText(value.relative);
    return isUnreadable ? [{ key: input.key, message: RELATIVE_HINT }] : [];
  });
  if (issues.length > 0) throw invalidValues(inputs, issues, 'runrams');
}

/**
 * Whether a value is stored. Those of inputs that runs take from the command or from the owner are not. An emptied default
 * is, or it would be filled in again.
 */
const isKept = (input: Input, value: JsonValue | undefined): value is JsonValue =>
  !isFixed(input) && (hasPrefilledDefault(input) || !isNothing(value)) && value !== undefined;

const isNothing = (value: JsonValue | undefined): boolean =>
  value === undefined || value === null || value === '';

/** Replaces the values of a job in its transaction. A secret's mark keeps the value that it has. */
export async function writeJobValues(
  tx: Sql,
  orgId: string,
  jobId: number,
  inputs: readonly Input[],
  values: JobValues,
): Promise<void> {
  const { inputIds, texts, sealed, keptIds } = storedForm(inputs, values, jobPurpose(orgId, jobId));
  await execute(
    statement`delete from scheduled_job_input
      where org_id = ${orgId} and scheduled_job_id = ${jobId} and input_id <> all(${keptIds}::int[])`,
    tx,
  );
  await execute(
    statement`insert into scheduled_job_input (org_id, scheduled_job_id, input_id, value, sealed_value)
      select ${orgId}, ${jobId}, given.* from unnest(${inputIds}::int[], ${texts}::text[], ${sealed}::bytea[])
        given (input_id, value, sealed_value)`,
    tx,
  );
}

/** Values as they are stored, in columns: a text, or a secret, sealed. `keptIds` are of secrets that stay as they are. */
export function storedForm(inputs: readonly Input[], values: JobValues, purpose: PurposeOf) {
  const rows = inputs.flatMap((input) => {
    const value = values.get(input.inputId);
    if (!isKept(input, value) || isSecretMark(value)) return [];
    const text = JSON.stringify(value);
    const sealed = holdsSecret(input.type) ? seal(text, purpose(input.inputId)) : null;
    return [{ inputId: input.inputId, text, sealed }];
  });
  if (rows.reduce((sum, { text }) => sum + text.length, 0) > LARGEST_VALUES) {
    throw new AppError('too_large', 'The values of a job can be 1 MB in total. Send less.');
  }
  return {
    inputIds: rows.map(({ inputId }) => inputId),
    texts: rows.map(({ text, sealed }) => (sealed === null ? text : null)),
    sealed: rows.map(({ sealed }) => sealed),
    keptIds: inputs.flatMap(({ inputId }) => (isSecretMark(values.get(inputId)) ? [inputId] : [])),
  };
}

/** A stored value of a job. */
export const STORED = {
  scheduled_job_input_id: column.int,
  scheduled_job_id: column.int,
  input_id: column.int,
  value: column.text.nullable(),
  sealed_value: column.bytes.nullable(),
};

const storedOf = (orgId: string, jobIds: readonly number[], db: Sql) =>
  query(
    STORED,
    statement`select scheduled_job_input_id, scheduled_job_id, input_id, value, sealed_value from scheduled_job_input
      where org_id = ${orgId} and scheduled_job_id = any(${[...jobIds]}::int[])`,
    db,
  );

/** The values of jobs as people see them, by job, in the order of the form. */
export async function readJobInputs(
  { orgId, form }: RunnableSubject,
  jobIds: readonly number[],
  db: Sql = sql,
): Promise<Map<number, JobInput[]>> {
  const rows = await storedOf(orgId, jobIds, db);
  const byJob = new Map<number, JobInput[]>();
  for (const input of form.inputs) {
    for (const row of rows.filter(({ input_id }) => input_id === input.inputId)) {
      const job = byJob.get(row.scheduled_job_id) ?? [];
      job.push({
        jobInputId: row.scheduled_job_input_id,
        inputId: input.inputId,
        input,
        ...shownValue(input, row),
      });
      byJob.set(row.scheduled_job_id, job);
    }
  }
  return byJob;
}

/** A stored value as people see it: a secret says only that it is set. */
export function shownValue(
  { type }: Input,
  row: { value: string | null },
): { value: string | null; valueJson: JsonValue } {
  if (row.value === null || holdsSecret(type)) return { value: null, valueJson: SECRET_MARK };
  const valueJson: JsonValue = JSON.parse(row.value);
  return { value: typeof valueJson === 'string' ? valueJson : row.value, valueJson };
}

/** The values by key, without secrets. */
export const shownParams = (inputs: readonly JobInput[]): InputValues =>
  Object.fromEntries(
    inputs.flatMap(({ input, valueJson }) => (isSecretMark(valueJson) ? [] : [[input.key, valueJson]])),
  );

/**
 * The values of a job, secrets included. Throws 422 if a key that sealed one is gone.
 *
 * @param given the values of a request, of which only those that it keeps are opened; null for all
 */
export async function openJobValues(
  orgId: string,
  jobId: number,
  db: Sql,
  given: JobValues | null,
): Promise<JobValues> {
  return openStored(keptOf(await storedOf(orgId, [jobId], db), given), jobPurpose(orgId, jobId));
}

/** The stored values that a request keeps, so that it can replace one that can't be opened anymore; all if it is null. */
export const keptOf = <Row extends StoredValue>(rows: readonly Row[], given: JobValues | null): Row[] =>
  rows.filter(({ input_id }) => given === null || isSecretMark(given.get(input_id)));

/** The values in stored rows of one job. */
export const openJobRows = (orgId: string, jobId: number, rows: readonly StoredValue[]): JobValues =>
  openStored(rows, jobPurpose(orgId, jobId));

type StoredValue = Pick<RowOf<typeof STORED>, 'input_id' | 'value' | 'sealed_value'>;

/** The values in stored rows. Throws 422 if a key that sealed one is gone. */
export function openStored(rows: readonly StoredValue[], purpose: PurposeOf): JobValues {
  try {
    return new Map(
      rows.map(({ input_id, value, sealed_value }): [number, JsonValue] => [
        input_id,
        JSON.parse(sealed_value === null ? (value ?? 'null') : open(sealed_value, purpose(input_id))),
      ]),
    );
  } catch (cause) {
    throw new AppError(
      'impossible',
      "A password of this job can't be read: the key that sealed it is missing from ENCRYPTION_KEYS. Enter it again.",
      { cause },
    );
  }
}

/** The values after a change: what is given, with the stored secrets that it keeps. */
export function mergedValues(inputs: readonly Input[], given: JobValues, stored: JobValues): JobValues {
  const names = inputNames(inputs);
  return new Map(
    inputs.flatMap((input): [number, JsonValue][] => {
      const value = given.get(input.inputId);
      if (value === undefined) return [];
      if (!isSecretMark(value) || !holdsSecret(input.type)) return [[input.inputId, value]];
      const kept = stored.get(input.inputId);
      if (kept !== undefined) return [[input.inputId, kept]];
      throw new AppError('invalid', `${nameOf(names, input.key)} has no value to keep. Enter it.`, {
        issues: [{ path: `runrams.${input.key}`, message: 'Enter a value' }],
      });
    }),
  );
}
