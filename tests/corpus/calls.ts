import { type Client, escapeIdentifier, escapeLiteral } from 'pg';
import type { JsonValue } from '@/lib/base/json';
import { isCallable, readCatalog, routineName } from '@/server/connectors/postgres/catalog/catalog';
import { describeNamed } from '@/server/connectors/postgres/describe';
import { type Routine, type RoutineArgument, readRoutine } from '@/server/connectors/postgres/executable';
import { exclusionOf } from './excluded';
import { type GenericSamples, genericSamples, type Sample, samples } from './sample-values';

/** One call of a routine, as the product makes it and in psql's syntax. */
export interface CorpusCall {
  schema: string;
  routine: string;
  executable: JsonValue;
  values: Record<string, JsonValue>;
  sql: string;
}

/** The routines of a schema that are called, and those that are not. */
export interface SchemaCalls {
  schema: string;
  routines: number;
  calls: CorpusCall[];
  /** How many routines are left out, by reason. */
  leftOut: Map<string, number>;
}

/** How many values each routine is tried with, in addition to the first one with NULL. */
const roundsPerRoutine = 3;

/** Describes every routine of the schema with the product, and creates calls of those with simple arguments. */
export async function callsOf(client: Client, schema: string, credsId: number): Promise<SchemaCalls> {
  const namesQuery = `select coalesce(json_agg(${routineName} order by p.oid), '[]')
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace where ${isCallable} and n.nspname = $1`;
  const names = await readCatalog<string[]>(client, namesQuery, [schema]);
  const described = await describeNamed(client, credsId, names, `n.nspname = ${escapeLiteral(schema)}`);
  const found: SchemaCalls = { schema, routines: described.length, calls: [], leftOut: new Map() };
  const leaveOut = (reason: string) => found.leftOut.set(reason, (found.leftOut.get(reason) ?? 0) + 1);
  for (const { cloudName, executable } of described) {
    const routine = readRoutine(executable);
    const reason = exclusionOf(routine.name);
    const inputs = routine.arguments.filter(({ mode }) => mode !== 'out');
    const generic = genericSamples.find(({ byPseudoType }) =>
      inputs.every((input) => !isGeneric(input) || Object.hasOwn(byPseudoType, input.type.name)),
    );
    const choices = inputs.map((input) => choicesOf(input, generic));
    const unknown = inputs.find((_, index) => choices[index] === null);
    if (reason !== null) leaveOut(reason);
    else if (unknown !== undefined) leaveOut(`takes ${unknown.type.name}`);
    else {
      const rounds = inputs.length === 0 ? 1 : roundsPerRoutine + 1;
      for (let round = 0; round < rounds; round += 1) {
        const picked = choices.map((choice, index) => pick(choice, round, index));
        found.calls.push(toCall(schema, cloudName, routine, inputs, picked, generic));
      }
    }
  }
  return found;
}

interface Choice {
  cast: string;
  values: readonly Sample[];
}

function isGeneric({ type }: RoutineArgument): boolean {
  return type.kind === 'pseudo' && type.name !== 'cstring';
}

function choicesOf(argument: RoutineArgument, generic: GenericSamples | undefined): Choice | null {
  const { type } = argument;
  if (isGeneric(argument)) return generic?.byPseudoType[type.name] ?? null;
  const values = samples[type.name];
  // In SQL, only these two names mean a length of one.
  const cast = type.name.replace(/^character(?=$|\[)/, 'bpchar').replace(/^bit(?=$|\[)/, '"bit"');
  return values === undefined ? null : { cast, values };
}

/** The last round includes a NULL. */
function pick(choice: Choice | null, round: number, index: number): { cast: string; sample: Sample } {
  const { cast, values } = choice ?? { cast: 'text', values: [] };
  const sample = round === roundsPerRoutine && index === 0 ? ([null, null] as const) : undefined;
  return { cast, sample: sample ?? values[(round + index) % values.length] ?? [null, null] };
}

function toCall(
  schema: string,
  routineText: string,
  routine: Routine,
  inputs: RoutineArgument[],
  picked: { cast: string; sample: Sample }[],
  generic: GenericSamples | undefined,
): CorpusCall {
  const literals = inputs.map(({ mode }, index) => {
    const { cast, sample } = picked[index] ?? { cast: 'text', sample: [null, null] };
    const literal = sample[1] === null ? 'NULL' : escapeLiteral(sample[1]).trim();
    return `${mode === 'variadic' ? 'VARIADIC ' : ''}${literal}::${cast}`;
  });
  const call = `${escapeIdentifier(routine.schema)}.${escapeIdentifier(routine.name)}(${literals.join(', ')})`;
  const isTable = routine.returns === 'table' || routine.returns === 'cursors';
  return {
    schema,
    routine: routineText,
    executable: JSON.parse(JSON.stringify(routine)),
    values: Object.fromEntries([
      ...inputs.map(({ key }, index) => [key ?? '', picked[index]?.sample[0] ?? null]),
      ...inputs.flatMap(({ chosenType }) =>
        chosenType !== undefined && generic?.typeName ? [[chosenType.key, generic.typeName]] : [],
      ),
    ]),
    sql: routine.kind === 'procedure' ? `CALL ${call}` : `SELECT ${isTable ? '* FROM ' : ''}${call}`,
  };
}
