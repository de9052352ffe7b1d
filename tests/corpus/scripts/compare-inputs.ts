import { isDeepStrictEqual } from 'node:util';
import type { JsonValue } from '@/lib/base/json';
import type { ScriptAnalysis, ScriptInput } from '@/server/connectors/github/analysis/script';
import type { Expectation, ExpectedInput } from './expectations';

/** How many of a script's inputs were found, and how much of what they say is right. */
export interface Score {
  expected: number;
  found: number;
  /** Those found that are expected. */
  matched: number;
  /** Of those matched: how many were compared, and how many are right. */
  defaults: { compared: number; right: number };
  choices: { compared: number; right: number };
  types: { compared: number; right: number };
  required: { compared: number; right: number };
  differences: string[];
}

export const emptyScore = (): Score => ({
  ...{ expected: 0, found: 0, matched: 0, differences: [] },
  ...{ defaults: none(), choices: none(), types: none(), required: none() },
});

const none = (): { compared: number; right: number } => ({ compared: 0, right: 0 });

/** Compares what was found with what is expected. */
export function compareInputs(analysis: ScriptAnalysis, expectation: Expectation): Score {
  const score = emptyScore();
  if ((analysis.unavailable !== null) !== expectation.isUnavailable)
    score.differences.push(
      analysis.unavailable === null ? 'something to run' : `unavailable: ${analysis.unavailable}`,
    );
  const isSplit = expectation.commands.some(({ name }) => name !== null);
  const names = new Set([
    ...expectation.commands.map(({ name }) => plainName(name)),
    ...(isSplit ? analysis.commands.map(({ name }) => plainName(name)) : []),
  ]);
  for (const name of names) {
    const expected = expectation.commands.find((command) => plainName(command.name) === name);
    const found = isSplit
      ? analysis.commands.filter((command) => plainName(command.name) === name)
      : analysis.commands;
    if (expected === undefined || (isSplit && found.length === 0))
      score.differences.push(
        `command "${name}" ${expected === undefined ? 'is not expected' : 'is missing'}`,
      );
    const inputs = distinct(found.flatMap((command) => command.inputs));
    compareCommand(isSplit ? `${name}: ` : '', inputs, expected?.inputs ?? [], expectation.maybe, score);
  }
  return score;
}

/** Inputs that several commands share count once where no commands are expected. */
function distinct(inputs: readonly ScriptInput[]): ScriptInput[] {
  const seen = new Set<string>();
  return inputs.filter((input) => {
    const name = `${input.key} ${input.passing.by}`;
    if (seen.has(name)) return false;
    seen.add(name);
    return true;
  });
}

/** An expectation may add what it is called in the code: `GET /mean (normalMean)`. */
const plainName = (name: string | null): string | null => name?.replace(/\s*\(.*\)$/, '') ?? null;

const plainKey = (key: string): string => key.replace(/^-+/, '').replaceAll('-', '_').toLowerCase();

function compareCommand(
  prefix: string,
  found: readonly ScriptInput[],
  expected: readonly ExpectedInput[],
  maybe: readonly string[],
  score: Score,
): void {
  const left = new Set(found);
  for (const wanted of expected) {
    score.expected += 1;
    const match = matchOf(wanted, [...left]);
    if (match === undefined) {
      score.differences.push(`${prefix}${wanted.key} is missing`);
      continue;
    }
    left.delete(match);
    score.matched += 1;
    score.found += 1;
    compareInput(`${prefix}${wanted.key}`, match, wanted, score);
  }
  for (const extra of left) {
    if (maybe.some((key) => plainKey(key) === plainKey(extra.key))) continue;
    score.found += 1;
    score.differences.push(`${prefix}${extra.key} is not expected`);
  }
}

function matchOf(wanted: ExpectedInput, left: readonly ScriptInput[]): ScriptInput | undefined {
  const isVariable = (input: ScriptInput): boolean => input.passing.by === 'environment';
  const named = left.filter(({ key }) => plainKey(key) === plainKey(wanted.key));
  const exact =
    named.find((input) => isVariable(input) === (wanted.key === wanted.key.toUpperCase())) ?? named[0];
  if (exact !== undefined || typeof wanted.position !== 'number') return exact;
  const at = wanted.position - 1;
  return left.find(({ passing }) => passing.by === 'position' && passing.at === at);
}

function compareInput(name: string, found: ScriptInput, wanted: ExpectedInput, score: Score): void {
  const check = (part: { compared: number; right: number } | null, isRight: boolean, what: string): void => {
    if (part !== null) part.compared += 1;
    if (part !== null && isRight) part.right += 1;
    if (!isRight) score.differences.push(`${name}: ${what}`);
  };
  const kind = kindOf(found.typeId);
  check(
    score.types,
    isSameKind(kind, expectedKind(wanted.type)),
    `type ${found.typeId}, expected ${wanted.type}`,
  );
  if (typeof wanted.required === 'boolean')
    check(score.required, found.isRequired === wanted.required, `required ${found.isRequired}`);
  if (wanted.default !== undefined)
    check(
      score.defaults,
      isSameDefault(found.defaultValue, wanted.default),
      `default ${JSON.stringify(found.defaultValue)}, expected ${JSON.stringify(wanted.default)}`,
    );
  if (wanted.choices !== undefined)
    check(
      score.choices,
      isDeepStrictEqual(choicesOf(found.typeId), wanted.choices.map(String)),
      `choices ${found.typeId}`,
    );
  if (wanted.secret !== undefined) check(null, found.isSecret === wanted.secret, `secret ${found.isSecret}`);
  if (wanted.multiline !== undefined)
    check(null, found.isMultiline === wanted.multiline, `multiline ${found.isMultiline}`);
  if (wanted.group !== undefined) check(null, found.group === wanted.group, `group ${found.group}`);
}

const isSameDefault = (found: JsonValue, wanted: JsonValue): boolean =>
  isDeepStrictEqual(found, wanted) ||
  // An option that takes text takes the text of a number, and an empty list is as good as nothing.
  (typeof found !== 'object' && typeof wanted !== 'object' && String(found) === String(wanted)) ||
  (isNothing(found) && isNothing(wanted));

const isNothing = (value: JsonValue): boolean =>
  value === null || (Array.isArray(value) && value.length === 0);

/** What an annotation is, so that types of several languages can be compared. */
export function kindOf(typeId: string): string {
  const [, element] = /^(?:list|tuple|set|frozenset|vector)[[<](.*)[\]>]$/.exec(typeId) ?? [];
  if (element !== undefined) return `list of ${kindOf(element)}`;
  if (/^(Literal|factor)[[(]/.test(typeId)) return 'enum';
  return kinds[typeId] ?? typeId;
}

const kinds: Readonly<Record<string, string>> = {
  ...{
    int: 'integer',
    integer: 'integer',
    float: 'number',
    Decimal: 'number',
    double: 'number',
    numeric: 'number',
  },
  ...{
    str: 'string',
    Path: 'string',
    SecretStr: 'string',
    EmailStr: 'string',
    UUID: 'string',
    character: 'string',
  },
  ...{ bool: 'boolean', logical: 'boolean', dict: 'object', Any: 'any', object: 'any', list: 'list of any' },
  ...{ Date: 'date', POSIXct: 'datetime' },
};

const expectedKind = (type: string): string =>
  type
    .replace(/\b(path|url|file|secret)\b/g, 'string')
    .replace(/\bdecimal\b/g, 'number')
    .replace(/^list$/, 'list of any');

function isSameKind(found: string, wanted: string): boolean {
  if (found === wanted || found === 'any' || wanted === 'any')
    return found === wanted || wanted !== 'list of any';
  if (found.startsWith('list of ') && wanted.startsWith('list of '))
    return isSameKind(found.slice(8), wanted.slice(8));
  return false;
}

/** The closed list of a type, as texts. */
function choicesOf(typeId: string): string[] {
  const [, inside = ''] = /(?:Literal|factor)[[(](.*?)[\])]+$/.exec(typeId) ?? [];
  return [...inside.matchAll(/'([^']*)'|"([^"]*)"|([^,\s][^,]*)/g)].map(
    ([, single, double, bare]) => single ?? double ?? bare ?? '',
  );
}
