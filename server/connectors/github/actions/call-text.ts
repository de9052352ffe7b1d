import { randomBytes } from 'node:crypto';
import type { JsonValue } from '@/lib/base/json';
import { ConnectorError } from '../../_shared/connector-error';
import type { Call } from '../../types';
import { type Invocation, invocationOf } from '../call/invocation';
import { readExecutable } from '../executable';

/** Stands for a secret in what people can see on the page of a run. */
const MARK = '\u0001secret:';
/** GitHub's own limit for all inputs of a run. */
const mostCharacters = 65_000;

/** The names of secrets that the workflow looks up, empty without any, and the branch of the script, empty for the default one. */
export interface CallNames {
  secret: string;
  variables: string;
  ref: string;
}

/** The keys of secrets that a call has values for. */
export const hiddenKeys = ({ secretKeys, values }: Call): string[] =>
  secretKeys.filter((key) => values[key] !== undefined && values[key] !== null);

/** What starts a run: calls of one script in one text, and the secrets that belong in the place of its marks. */
export interface CallText {
  text: string;
  secrets: Record<string, string>;
}

/** Puts calls of one script into one text. Throws a `ConnectorError` if GitHub won't accept that much. */
export function callText(calls: readonly Call[], names: CallNames): CallText {
  // The driver looks for marks in every value, so nobody who fills in a form may know one.
  const own = randomBytes(16).toString('hex');
  const rows = calls.map((call) => rowOf(call, own));
  const [first] = rows;
  if (first === undefined) throw new Error('There is nothing to call');
  const { language, path } = first;
  const text = JSON.stringify({ language, path, ...names, rows });
  if (text.length > mostCharacters) {
    const what = first.files.length > 0 ? 'The files and values' : 'The values';
    throw new ConnectorError(
      'failed',
      `${what} take ${Math.ceil(text.length / 1000)} kB, and GitHub Actions accepts 65 kB at most. Send less, or the address of a file that the script can read.`,
    );
  }
  return { text, secrets: Object.assign({}, ...calls.map((call) => secretsOf(call, own))) };
}

const nameOf = (own: string, key: string): string => `${own}:${key}`;

function secretsOf(call: Call, own: string): Record<string, string> {
  return Object.fromEntries(
    hiddenKeys(call).map((key) => {
      const value = call.values[key];
      return [nameOf(own, key), typeof value === 'string' ? value : JSON.stringify(value)];
    }),
  );
}

/** Whether calls fit into one text, with the longest names that there are. */
export const fitTogether = (calls: readonly Call[]): boolean =>
  JSON.stringify(calls.map((call) => rowOf(call, ''))).length < mostCharacters - 2000;

function rowOf(call: Call, own: string): Invocation {
  const executable = readExecutable(call.executable);
  const hidden = new Set(hiddenKeys(call));
  // A mark hides how its secret begins, which may be what no value may.
  if (hidden.size > 0) invocationOf(executable, call.values);
  const open = Object.entries(call.values).map(([key, value]): [string, JsonValue] => [
    key,
    hidden.has(key) ? `${MARK}${nameOf(own, key)}\u0001` : value,
  ]);
  return invocationOf(executable, Object.fromEntries(open));
}
