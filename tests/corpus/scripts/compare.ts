import type { JsonValue } from '@/lib/base/json';
import type { ScriptAnalysis, ScriptInput } from '@/server/connectors/github/analysis/script';

/** An input that a careful reader of a script would offer. */
export interface ExpectedInput {
  key: string;
  type: string;
  /** A text where readers differ; then either is right. */
  required: boolean | string;
  default: JsonValue;
  choices?: string[];
  secret?: boolean;
}

/** What a careful reader wrote down about a script before it was read by a program. */
export interface Expectation {
  file: string;
  inputs?: ExpectedInput[];
  commands?: Record<string, ExpectedInput[]>;
  /** Whether there is nothing to run, or nothing that can be asked beforehand. */
  unavailable?: boolean;
}

/** How far reading agrees with expectations. */
export interface Agreement {
  expected: number;
  found: number;
  matched: number;
  /** Of the matched ones, those whose default and choices are right, and those whose type is. */
  valuesRight: number;
  typeRight: number;
  requiredRight: number;
  differences: string[];
}

const nothing = (): Agreement => ({
  expected: 0,
  found: 0,
  matched: 0,
  valuesRight: 0,
  typeRight: 0,
  requiredRight: 0,
  differences: [],
});

export function sum(all: readonly Agreement[]): Agreement {
  const total = nothing();
  for (const each of all) {
    for (const key of ['expected', 'found', 'matched', 'valuesRight', 'typeRight', 'requiredRight'] as const)
      total[key] += each[key];
    total.differences.push(...each.differences);
  }
  return total;
}

export function compare(expectation: Expectation, analysis: ScriptAnalysis): Agreement {
  const { commands } = analysis;
  if (expectation.unavailable === true) {
    const agreement = nothing();
    if (analysis.unavailable === null)
      agreement.differences.push(`${expectation.file}: is offered, though there is nothing to run`);
    agreement.found = commands.reduce((count, { inputs }) => count + inputs.length, 0);
    return agreement;
  }
  if (expectation.commands === undefined) {
    const inputs = commands.flatMap((command) => command.inputs);
    const agreement = compareInputs(expectation.file, expectation.inputs ?? [], inputs);
    if (analysis.unavailable !== null && commands.length === 0)
      agreement.differences.push(`${expectation.file}: is not offered: ${analysis.unavailable}`);
    return agreement;
  }
  return sum([
    ...Object.entries(expectation.commands).map(([name, inputs]) => {
      const found = commands.find((command) => command.name !== null && isSameCommand(name, command.name));
      const agreement = compareInputs(`${expectation.file} ${name}`, inputs, found?.inputs ?? []);
      if (found === undefined)
        agreement.differences.push(
          `${expectation.file}: no command ${name} among ${commands.map((each) => each.name).join(', ')}`,
        );
      return agreement;
    }),
  ]);
}

/** An expectation may say more: `GET /mean (normalMean)`. */
const isSameCommand = (expected: string, found: string): boolean =>
  plain(expected) === plain(found) || plain(expected.replace(/\s*\(.*\)$/, '')) === plain(found);

function compareInputs(
  where: string,
  expected: readonly ExpectedInput[],
  found: readonly ScriptInput[],
): Agreement {
  const agreement = { ...nothing(), expected: expected.length, found: found.length };
  const left = new Set(found);
  for (const each of expected) {
    const match = [...left].find(({ key }) => plain(key) === plain(each.key));
    if (match === undefined) {
      agreement.differences.push(`${where}: ${each.key} was not found`);
      continue;
    }
    left.delete(match);
    agreement.matched += 1;
    const kind = kindOf(match);
    const isType = isSameKind(each.type, kind) || (each.secret === true && kind === 'string');
    const isSecret = each.secret === undefined || each.secret === match.isSecret;
    const choices = choicesIn(match.typeId);
    const isDefault = isSameValue(each.default, match.defaultValue);
    const isChoices =
      each.choices === undefined || JSON.stringify(each.choices.map(String)) === JSON.stringify(choices);
    const isRequired = typeof each.required === 'string' || each.required === match.isRequired;
    if (isType && isSecret) agreement.typeRight += 1;
    else
      agreement.differences.push(
        `${where}: ${each.key} is ${match.typeId}${match.isSecret ? ' (secret)' : ''}, and not ${each.type}${each.secret ? ' (secret)' : ''}`,
      );
    if (isDefault && isChoices) agreement.valuesRight += 1;
    else
      agreement.differences.push(
        `${where}: ${each.key} has ${JSON.stringify(match.defaultValue)} of ${JSON.stringify(choices)}, and not ${JSON.stringify(each.default)} of ${JSON.stringify(each.choices)}`,
      );
    if (isRequired) agreement.requiredRight += 1;
    else agreement.differences.push(`${where}: ${each.key} is ${match.isRequired ? '' : 'not '}required`);
  }
  for (const { key } of left) agreement.differences.push(`${where}: ${key} is offered, and should not be`);
  return agreement;
}

const plain = (key: string): string =>
  key
    .replace(/^[-<]+|>$/g, '')
    .replaceAll(/[-_. ]/g, '')
    .toLowerCase();

function choicesIn(typeId: string): string[] | null {
  const inner = /^(?:list|vector)[[<](.*)[\]>]$/.exec(typeId)?.[1] ?? typeId;
  const python = /^Literal\[(.*)\]$/.exec(inner)?.[1];
  if (python !== undefined) return JSON.parse(`[${python}]`);
  const r = /^factor\((.*)\)$/.exec(inner)?.[1];
  return r === undefined ? null : r.split(',').map((each) => each.trim());
}

function kindOf({ typeId, isFile }: ScriptInput): string {
  const list = /^(?:list|vector|tuple|set)[[<](.*)[\]>]$/.exec(typeId)?.[1];
  if (list !== undefined) return `list of ${kindOfName(list)}`;
  return isFile ? 'path' : kindOfName(typeId);
}

const names: Readonly<Record<string, string>> = {
  int: 'integer',
  float: 'number',
  numeric: 'number',
  Decimal: 'number',
  bool: 'boolean',
  logical: 'boolean',
  str: 'string',
  character: 'string',
  Path: 'string',
  UUID: 'string',
  dict: 'object',
  list: 'list of string',
  Date: 'date',
  POSIXct: 'datetime',
};

const kindOfName = (name: string): string =>
  /^(Literal|factor)/.test(name) ? 'enum' : (names[name] ?? name);

/** Paths, addresses, and files are texts; a decimal is a number. */
const isSameKind = (expected: string, found: string): boolean => widened(expected) === widened(found);

const widened = (kind: string): string =>
  kind
    .replace(/\b(path|url|file|text|secret|email)\b/g, 'string')
    .replace(/\b(decimal|float)\b/g, 'number')
    .replace(/^list of enum$/, 'list of string')
    .replace(/^list$/, 'list of string');

function isSameValue(expected: JsonValue, found: JsonValue): boolean {
  const isNothing = (value: JsonValue) =>
    value === null || value === '' || (Array.isArray(value) && value.length === 0);
  if (isNothing(expected) && isNothing(found)) return true;
  return JSON.stringify(expected) === JSON.stringify(found) || String(expected) === String(found);
}
