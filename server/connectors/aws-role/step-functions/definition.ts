import { z } from 'zod';
import { EventReads, type EventUse } from '../code/event-keys';
import { only } from '../code/evidence';
import { pathAt } from './json-path';
import { addPaths, evidenceOfPath, isWholeInput, pathsIn } from './json-path-keys';
import { readJsonata } from './jsonata-keys';

/** One state, as far as its input matters. Anything else in it is read as opaque JSON. */
const state = z.looseObject({
  Type: z.string(),
  QueryLanguage: z.string().optional(),
  Next: z.string().optional(),
  Default: z.string().optional(),
  InputPath: z.string().nullish(),
  ResultPath: z.string().nullish(),
  OutputPath: z.string().nullish(),
  Parameters: z.unknown().optional(),
  Output: z.unknown().optional(),
  Choices: z.array(z.looseObject({ Next: z.string().optional() })).optional(),
  Catch: z.array(z.looseObject({ Next: z.string().optional(), ResultPath: z.string().nullish() })).optional(),
  Branches: z.array(z.unknown()).optional(),
  ItemProcessor: z.unknown().optional(),
  Iterator: z.unknown().optional(),
});
type State = z.output<typeof state>;

const workflow = z.looseObject({
  StartAt: z.string(),
  QueryLanguage: z.string().optional(),
  States: z.record(z.string(), state),
});
type Workflow = z.output<typeof workflow>;

/** Fields that name other states, contain workflows of their own, or are about the result. */
const notOfInput = new Set([
  'Next',
  'Default',
  'Branches',
  'ItemProcessor',
  'Iterator',
  'Catch',
  'Retry',
  'Comment',
  'ResultSelector',
  'ResultPath',
  'OutputPath',
]);

/**
 * Which keys a state machine reads from the input of its execution: those of the states that get the input as it came,
 * and `$$.Execution.Input` (JSONPath) or `$states.context.Execution.Input` (JSONata) anywhere. Null if it can't be read.
 *
 * @see https://states-language.net/spec.html
 */
export function readDefinition(definition: string): EventUse | null {
  const parsed = parse(definition);
  if (parsed === null) return null;
  const reads = new EventReads();
  readContext(parsed, reads);
  readWorkflow(parsed, parsed.QueryLanguage ?? 'JSONPath', reads, new Set());
  return reads.use;
}

function parse(definition: string): Workflow | null {
  try {
    return workflow.safeParse(JSON.parse(definition)).data ?? null;
  } catch {
    return null;
  }
}

/** References to the execution's own input, which every state can make. */
function readContext(flow: Workflow, reads: EventReads): void {
  addPaths(
    pathsIn(flow).filter(({ root }) => root === 'execution'),
    reads,
    () => true,
  );
  readJsonata(flow, reads, 'execution');
}

/** @param hidden the keys of the input that earlier states have written over */
function readWorkflow(
  flow: Workflow,
  language: string,
  reads: EventReads,
  hidden: ReadonlySet<string>,
): void {
  const waiting: { name: string; hidden: ReadonlySet<string> }[] = [{ name: flow.StartAt, hidden }];
  const seen = new Set<string>();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const current = Object.hasOwn(flow.States, next.name) ? flow.States[next.name] : undefined;
    if (current === undefined || seen.has(next.name)) continue;
    seen.add(next.name);
    const isJsonata = (current.QueryLanguage ?? language) === 'JSONata';
    const own = Object.fromEntries(Object.entries(current).filter(([key]) => !notOfInput.has(key)));
    if (isJsonata) readJsonataState(own, current, reads);
    else readJsonPathState(own, current, reads, next.hidden);
    readInner(current, isJsonata, reads, next.hidden);
    for (const follower of followersOf(current, isJsonata))
      waiting.push({ name: follower.name, hidden: new Set([...next.hidden, ...follower.written]) });
  }
}

function readJsonataState(
  own: object,
  { Type, Arguments: given, Catch: caught }: State,
  reads: EventReads,
): void {
  readJsonata({ ...own, Catch: caught }, reads, 'state');
  // Without arguments, the work gets the input as it is.
  if (Type === 'Task' && given === undefined) reads.isPassedOn = true;
}

/** States whose variables are assigned from their result. */
const withResult = new Set(['Task', 'Map', 'Parallel']);

function readJsonPathState(
  { Assign: assigned, ...fields }: Record<string, unknown>,
  { Type, InputPath: path, Parameters: parameters }: State,
  reads: EventReads,
  hidden: ReadonlySet<string>,
): void {
  const own = withResult.has(Type) || assigned === undefined ? fields : { ...fields, Assign: assigned };
  const { InputPath: _, ...inner } = own;
  const paths = pathsIn(inner).filter(({ root }) => root === 'state');
  if (path === null) return;
  if (path === undefined || isWholeInput(path)) {
    addPaths(paths, reads, (key) => !hidden.has(key));
    const isWhole =
      Type === 'Map' ? fields.ItemsPath === undefined : Type === 'Task' && parameters === undefined;
    if (isWhole) reads.isPassedOn = true;
    return;
  }
  // What the state reads then is below this key.
  const [taken] = pathsIn({ InputPath: path }).filter(({ root }) => root === 'state');
  if (taken === undefined) return;
  const isObject = paths.some(({ key }) => key !== null);
  const evidence = isObject ? [only('object')] : paths.flatMap(evidenceOfPath);
  addPaths([{ ...taken, evidence }], reads, (key) => !hidden.has(key));
}

/** Branches get the state's input; the items of a map don't. */
function readInner(current: State, isJsonata: boolean, reads: EventReads, hidden: ReadonlySet<string>): void {
  if (current.Type !== 'Parallel' || current.Parameters !== undefined || current.Arguments !== undefined)
    return;
  if (current.InputPath !== undefined && current.InputPath !== null && !isWholeInput(current.InputPath))
    return;
  for (const branch of current.Branches ?? []) {
    const inner = workflow.safeParse(branch).data;
    if (inner !== undefined) readWorkflow(inner, isJsonata ? 'JSONata' : 'JSONPath', reads, hidden);
  }
}

interface Follower {
  name: string;
  /** The keys that the state writes its result to. */
  written: string[];
}

/** The states after this one that still get the input of the execution. */
function followersOf(current: State, isJsonata: boolean): Follower[] {
  const keepsInput = isJsonata ? jsonataKeepsInput(current) : jsonPathKeepsInput(current);
  if (keepsInput === null) return [];
  const names = [current.Next, current.Default, ...(current.Choices ?? []).map(({ Next: name }) => name)];
  return names.flatMap((name) => (name === undefined ? [] : { name, written: keepsInput }));
}

/** The states whose output is their input, unless they say otherwise. */
const passing = new Set(['Choice', 'Wait', 'Succeed', 'Pass']);

function jsonataKeepsInput({ Type, Output: output }: State): string[] | null {
  return passing.has(Type) && output === undefined ? [] : null;
}

/** The keys that are written over; null if the output isn't the input anymore. */
function jsonPathKeepsInput({ Type, ...current }: State): string[] | null {
  const { OutputPath: outputPath, ResultPath: resultPath, InputPath: inputPath } = current;
  if (outputPath !== undefined && (outputPath === null || !isWholeInput(outputPath))) return null;
  if (inputPath !== undefined && (inputPath === null || !isWholeInput(inputPath)))
    return resultPath == null ? null : [];
  const isPlain = Type !== 'Pass' || (current.Result === undefined && current.Parameters === undefined);
  if (resultPath === null) return [];
  if (resultPath === undefined) return passing.has(Type) && isPlain ? [] : null;
  const written = pathAt(resultPath, 0)?.key ?? null;
  return written === null ? null : [written];
}
