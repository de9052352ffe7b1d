import type { JsonValue } from '@/lib/base/json';
import { ConnectorError } from '../../_shared/connector-error';
import type { Call } from '../../types';
import { invocationOf } from '../call/invocation';
import { readExecutable } from '../executable';

/** Stands for a secret in what people can see on the page of a run. */
const MARK = '\u0001secret:';
/** GitHub's own limit for all inputs of a run. */
const mostCharacters = 65_000;

/** What a run is started with: its input, and the secrets that belong in it. */
export interface CallText {
  text: string;
  /** By key; null without any. */
  secrets: Record<string, string> | null;
}

/** Puts the call into one text, with marks in the places of secrets. */
export function callText(call: Call, names: { secret: string; variables: string; ref: string }): CallText {
  const executable = readExecutable(call.executable);
  const hidden = new Set(
    call.secretKeys.filter((key) => call.values[key] !== undefined && call.values[key] !== null),
  );
  const secrets: Record<string, string> = {};
  const open = Object.entries(call.values).map(([key, value]): [string, JsonValue] => {
    if (!hidden.has(key)) return [key, value];
    secrets[key] = typeof value === 'string' ? value : JSON.stringify(value);
    return [key, `${MARK}${key}\u0001`];
  });
  const invocation = invocationOf(executable, Object.fromEntries(open));
  const text = JSON.stringify({ ...invocation, ...names, secret: hidden.size > 0 ? names.secret : '' });
  if (text.length > mostCharacters) {
    const what = invocation.files.length > 0 ? 'The files and values' : 'The values';
    throw new ConnectorError(
      'failed',
      `${what} take ${Math.ceil(text.length / 1000)} kB, and GitHub Actions accepts 65 kB at most. Send less, or the address of a file that the script can read.`,
    );
  }
  return { text, secrets: hidden.size > 0 ? secrets : null };
}
