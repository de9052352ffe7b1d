import statement, { type Sql as Statement } from 'sql-template-tag';
import type { JsonValue } from '@/lib/base/json';
import { type IsMasked, type Mask, maskMatcher, maskValue } from '@/lib/outputs/masks';
import { parseObjectPath } from '@/lib/outputs/object-path';
import type { OutputColumn } from '@/lib/outputs/output-column';
import type { OutputValue, ResultFacts } from '@/lib/results/result-facts';
import { column, query, type RowOf } from '@/server/base/database/statements';

declare const isOfRun: unique symbol;

/**
 * What is masked in a run's result. Opening a stored result takes these, and everything that leaves goes through it; only
 * this file makes them.
 */
export interface RunMasks {
  readonly masks: readonly Mask[];
  /** Null if nothing is masked. */
  readonly isMasked: IsMasked | null;
  /** The output object path of the run's time; null for none. */
  readonly outputObjectPath: string | null;
  /** How files show the columns; null for as the source has them. */
  readonly fileDisplay: readonly OutputColumn[] | null;
  readonly [isOfRun]: true;
}

function made(
  masks: readonly Mask[],
  outputObjectPath: string | null,
  fileDisplay: readonly OutputColumn[] | null,
): RunMasks {
  const steps = parseObjectPath(outputObjectPath ?? '') ?? [];
  const under = steps.filter((step) => typeof step === 'string');
  return { masks, isMasked: maskMatcher(masks, under), outputObjectPath, fileDisplay } as RunMasks;
}

/** For what never leaves the server as it is: a value that a person reveals, and checks of the server's own. */
export const unmasked: RunMasks = made([], null, null);

/** The row shape of `MASK_COLUMNS`. */
export const MASKS = {
  masked_now: column.json<Mask[]>(),
  file_display: column.json<OutputColumn[]>().nullable(),
  masking_definition: column.text.nullable(),
};

/** What tells a run's masks, for a query over run `r`, its command `c` and `left join`ed definition `d`. */
export const MASK_COLUMNS: Statement = statement`
  case when c.follows_command_id is null then c.masked_outputs else (
    select followed.masked_outputs from command followed
    where followed.org_id = c.org_id and followed.command_id = c.follows_command_id) end as masked_now,
  case when c.follows_command_id is null then case when c.is_output_in_downloads then c.output_display end else (
    select case when followed.is_output_in_downloads then followed.output_display end from command followed
    where followed.org_id = c.org_id and followed.command_id = c.follows_command_id) end as file_display,
  case when strpos(d.content, '"masks":') > 0 or strpos(d.content, '"outputObjectPath":') > 0 then d.content end
    as masking_definition`;

/** The definition of run `r`. */
export const MASK_JOIN: Statement = statement`
  left join run_definition d on d.org_id = r.org_id and d.definition_id = r.definition_id`;

/** What the command masks now, and what it masked when the run started: the stricter holds. */
export function masksOfRow({ masked_now, file_display, masking_definition }: RowOf<typeof MASKS>): RunMasks {
  const then: { masks?: Mask[]; outputObjectPath?: string } =
    masking_definition === null ? {} : JSON.parse(masking_definition);
  const masks = [...masked_now, ...(then.masks ?? [])];
  const unique = new Map(masks.map((mask) => [`${mask.kind} ${mask.path}`, mask]));
  return made([...unique.values()], then.outputObjectPath ?? null, file_display);
}

/** The masks of a run whose access was already checked. */
export async function masksOfRun(orgId: string, runId: number): Promise<RunMasks> {
  const [row] = await query(
    MASKS,
    statement`select ${MASK_COLUMNS} from run r
      join command c on c.org_id = r.org_id and c.command_id = r.command_id ${MASK_JOIN}
      where r.org_id = ${orgId} and r.run_id = ${runId}`,
  );
  return row === undefined ? unmasked : masksOfRow(row);
}

/** What a file made of the result depends on: another one is needed when this changes. */
export function outputKey({ masks, fileDisplay }: RunMasks): string {
  const masked = masks.map(({ kind, path }) => `${kind} ${path}`).sort();
  return [...masked, ...(fileDisplay === null ? [] : [JSON.stringify(fileDisplay)])].join('\n');
}

/** A scalar: masked as a whole under the name `value`, or within. */
export const maskScalar = (value: JsonValue, isMasked: IsMasked): JsonValue =>
  maskValue(value, isMasked([SCALAR]) ? [SCALAR] : [], isMasked);

/** The heading of a scalar's value in formats that need one. */
export const SCALAR = 'value';

/** What a routine returned besides rows, masked by name. */
export function maskFacts(facts: ResultFacts, { isMasked }: RunMasks): ResultFacts {
  if (isMasked === null) return facts;
  const masked = (output: OutputValue): OutputValue => ({
    ...output,
    value: maskValue(output.value, [output.name], isMasked),
  });
  return {
    ...facts,
    outputs: facts.outputs.map(masked),
    returnValue: facts.returnValue === null ? null : masked(facts.returnValue),
  };
}
