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

/** The secrets of a call, by key. */
export const secretsOf = (call: Call): Record<string, string> =>
  Object.fromEntries(
    hiddenKeys(call).map((key) => {
      const value = call.values[key];
      return [key, typeof value === 'string' ? value : JSON.stringify(value)];
    }),
  );

/** Puts calls of one script into one text, with marks in the places of secrets. */
export function callText(calls: readonly Call[], names: CallNames): string {
  const rows = calls.map(rowOf);
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
  return text;
}

/** Whether calls fit into one text, with the longest names that there are. */
export const fitTogether = (calls: readonly Call[]): boolean =>
  JSON.stringify(calls.map(rowOf)).length < mostCharacters - 2000;

function rowOf(call: Call): Invocation {
  const hidden = new Set(hiddenKeys(call));
  const open = Object.entries(call.values).map(([key, value]): [string, JsonValue] => [
    key,
    hidden.has(key) ? `${MARK}${key}\u0001` : value,
  ]);
  return invocationOf(readExecutable(call.executable), Object.fromEntries(open));
}
