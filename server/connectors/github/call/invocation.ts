import { digitsOf, exactJson } from '@/lib/base/exact-json';
import type { JsonValue } from '@/lib/base/json';
import { passes } from '@/lib/values/conditions';
import { ConnectorError } from '../../_shared/connector-error';
import type { OptionForm, Passing, TextForm } from '../analysis/script';
import type { ScriptExecutable } from '../executable';

/** What a script is run with. */
export interface Invocation {
  language: ScriptExecutable['language'];
  path: string;
  /** The function to call; null for a script that runs as a program. */
  function: string | null;
  args: string[];
  environment: Record<string, string>;
  /** What is on standard input, a line each. */
  answers: string[];
  parameters: Record<string, JsonValue>;
  /** The code of assignments, and the values that take its place. */
  assignments: { name: string; code: string; value: JsonValue }[];
  /** Files that people uploaded; a value names one by `FILE` and its place here. */
  files: { name: string; base64: string }[];
}

/** Stands for the folder of uploaded files, which only the launcher knows. */
export const FILE = '\u0000file:';

type Part = ScriptExecutable['inputs'][number];

/**
 * Puts the values of a call where the script reads them. Nothing is put together for a shell. Throws a `ConnectorError`
 * for a value that the script would take for another input's.
 */
export function invocationOf(
  { language, path, entry, inputs }: ScriptExecutable,
  values: Readonly<Record<string, JsonValue>>,
): Invocation {
  const invocation: Invocation = {
    language,
    path,
    function: entry.kind === 'function' ? entry.name : null,
    args: [],
    environment: {},
    answers: [],
    parameters: {},
    assignments: [],
    files: [],
  };
  const given = inputs.flatMap((part) => {
    const value = values[part.key];
    return value === undefined ? [] : [{ part, value: part.isFile ? fileIn(value, invocation) : value }];
  });
  for (const { part, value } of given) place(part.passing, value, invocation);
  invocation.answers = answersOf(inputs, given);
  if (entry.kind === 'program') {
    const flags = flagsOf(inputs);
    const isByPlace = isReadByPlace(inputs);
    for (let depth = 0; depth <= entry.words.length; depth += 1) {
      const here = given.filter(({ part }) => 'after' in part.passing && part.passing.after === depth);
      const options = here.flatMap(({ part, value }) =>
        part.passing.by === 'option' ? optionArgs(part.key, part.passing, value, flags) : [],
      );
      const word = entry.words[depth];
      const hasEnd = word === undefined && entry.endsOptions && !isByPlace;
      const isSafe = hasEnd || (isByPlace && flags.length === 0);
      const positional = positionalArgs(here, inputs, depth, isSafe ? null : flags);
      if (isByPlace) invocation.args.push(...positional, ...options);
      else
        invocation.args.push(...options, ...(hasEnd && positional.length > 0 ? ['--'] : []), ...positional);
      if (word !== undefined) invocation.args.push(word);
    }
  }
  return invocation;
}

function place(passing: Passing, value: JsonValue, invocation: Invocation): void {
  switch (passing.by) {
    case 'environment':
      invocation.environment[passing.name] = joined(value, passing.text);
      break;
    case 'parameter':
      invocation.parameters[passing.name] = value;
      break;
    case 'assignment':
      invocation.assignments.push({ name: passing.name, code: passing.code, value });
      break;
  }
}

type Given = { part: Part; value: JsonValue }[];

/** How values compare. Those of numbers are numbers already, and compare as such. */
const TEXT = { type: { jsonType: 'string', component: 'b-input', options: null } } as const;

/**
 * A line for each question that the script asks with these values. One that it asks and nobody answered gets an empty
 * line, which stands for its default; one that it doesn't ask gets none, or the next question would get its answer.
 */
function answersOf(inputs: readonly Part[], given: Given): string[] {
  const answers: string[] = [];
  const values = new Map(given.map(({ part, value }) => [part.key, value]));
  const questions = inputs.flatMap(({ key, shown, passing }) =>
    passing.by === 'answer' ? [{ key, shown, ...passing }] : [],
  );
  for (const { key, shown, text } of questions.sort((a, b) => a.at - b.at)) {
    const value = values.get(key) ?? null;
    // What was stored without conditions can't tell an empty answer from a question that isn't asked.
    const isAsked = shown?.every((term) => passes(term, TEXT, values.get(term.key))) ?? value !== null;
    if (!isAsked) values.delete(key);
    // A list takes all lines that are left, of which there may be none.
    else if (value !== null || text.divider !== '\n') answers.push(answer(key, joined(value, text), text));
  }
  return answers;
}

/** Throws for a text of several lines: the second one would answer the next question. */
function answer(key: string, text: string, { divider }: TextForm): string {
  // A list of lines takes all that is left.
  if (divider === '\n' || !/[\r\n]/.test(text)) return text;
  throw new ConnectorError(
    'failed',
    `"${key}" can't contain a line break: the script would take each line for the answer to another question.`,
  );
}

/** Every flag that an input has, as it begins a word. */
const flagsOf = (inputs: readonly Part[]): string[] =>
  inputs.flatMap(({ passing }) => {
    if (passing.by !== 'option') return [];
    const { flag, form } = passing;
    return [flag, ...(form.kind === 'switch' ? [form.on, form.off] : [])].flatMap((each) => each ?? []);
  });

const negativeNumber = /^-(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** A word of its own on the command line. Throws for one that the script would take for an option. */
function ownWord(key: string, text: string, flags: readonly string[]): string {
  const prefixes = ['-', ...flags.map(([first = '']) => first).filter((first) => /\W/.test(first))];
  const isFlag = flags.some(
    (flag) => text === flag || text.startsWith(flag.endsWith('=') ? flag : `${flag}=`),
  );
  const isLike = prefixes.some((prefix) => text.startsWith(prefix)) && !negativeNumber.test(text);
  if (!isFlag && !isLike) return text;
  throw new ConnectorError(
    'failed',
    `"${key}" can't begin with "-" or be an option: the script would take it for one of its options. Negative numbers are fine.`,
  );
}

function optionArgs(
  key: string,
  { flag, form }: { flag: string; form: OptionForm },
  value: JsonValue,
  flags: readonly string[],
): string[] {
  const own = (text: string): string => ownWord(key, text, flags);
  switch (form.kind) {
    case 'switch': {
      const word = value === true ? form.on : form.off;
      return word === null ? [] : [word];
    }
    case 'count':
      return Array.from({ length: Math.min(100, Math.max(0, Math.trunc(Number(value)))) }, () => flag);
    case 'repeated':
      return elementsOf(value).flatMap((each) => withValue(flag, asText(each, form.text), own));
    case 'values': {
      const texts = elementsOf(value).map((each) => asText(each, form.text));
      return texts.length === 0 ? [] : [flag, ...texts.map(own)];
    }
    case 'separate':
      return [flag, own(joined(value, form.text))];
    case 'value':
      return withValue(flag, joined(value, form.text), own);
  }
}

/** One word for long flags, so that a value may begin with a dash, and for those that end in an equals sign. */
function withValue(flag: string, text: string, own: (text: string) => string): string[] {
  if (flag.endsWith('=')) return [`${flag}${text}`];
  return flag.startsWith('--') ? [`${flag}=${text}`] : [flag, own(text)];
}

const elementsOf = (value: JsonValue): JsonValue[] => (Array.isArray(value) ? value : [value]);

/** Whether the script counts the words of its command line itself, so that those with a place come first. */
const isReadByPlace = (inputs: readonly Part[]): boolean =>
  inputs.some(({ passing, from }) => passing.by === 'position' && /^(commandArgs|sys\.argv)/.test(from.what));

/**
 * The arguments by position. One that is left out may only be followed by others that are left out.
 *
 * @param flags null where the script takes none of them for an option
 */
function positionalArgs(
  given: Given,
  inputs: readonly Part[],
  depth: number,
  flags: readonly string[] | null,
): string[] {
  const declared = inputs
    .flatMap((part) =>
      part.passing.by === 'position' && part.passing.after === depth
        ? [{ key: part.key, at: part.passing.at }]
        : [],
    )
    .sort((a, b) => a.at - b.at);
  let missing: string | null = null;
  return declared.flatMap(({ key }): string[] => {
    const found = given.find(({ part }) => part.key === key);
    if (found === undefined) {
      missing ??= key;
      return [];
    }
    if (missing !== null) {
      throw new ConnectorError(
        'failed',
        `Fill in "${missing}", too: "${key}" comes after it on the command line of the script.`,
      );
    }
    return elementsOf(found.value).map((each) => {
      const text = asText(each, { booleans: ['true', 'false'], divider: null });
      return flags === null ? text : ownWord(key, text, flags);
    });
  });
}

function joined(value: JsonValue, text: TextForm): string {
  if (!Array.isArray(value)) return asText(value, text);
  return text.divider === null
    ? exactJson(value)
    : value.map((each) => asText(each, text)).join(text.divider);
}

function asText(value: JsonValue, { booleans: [yes, no] }: TextForm): string {
  if (typeof value === 'boolean') return value ? yes : no;
  if (value === null) return '';
  return typeof value === 'object' ? exactJson(value) : (digitsOf(value) ?? String(value));
}

/** `data:text/csv;name=a.csv;base64,…`, or base64 alone, as a file of its own. */
function fileIn(value: JsonValue, invocation: Invocation): JsonValue {
  if (typeof value !== 'string') return value;
  const [, head = '', content = value] = /^data:([^,]*);base64,(.*)$/s.exec(value) ?? [];
  const named = /name=([^;]+)/.exec(head)?.[1];
  const name = (named === undefined ? 'file' : decodeURIComponent(named))
    .replace(/[^\w. -]/g, '_')
    .slice(0, 100);
  invocation.files.push({ name: `${invocation.files.length}-${name}`, base64: content });
  return `${FILE}${invocation.files.length - 1}`;
}
