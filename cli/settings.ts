import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { jsonOrNull } from '@/lib/base/json';
import { CliError, exitCodes } from './exit';

/** Which Pushboard is meant, and the token to send; null before signing in. */
export interface Settings {
  url: string;
  token: string | null;
}

const stored = z.object({ url: z.string(), tokens: z.record(z.string(), z.string()) });
type Stored = z.infer<typeof stored>;

/** Where signing in keeps tokens. */
const file = (): string =>
  join(process.env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'pushboard', 'sign-in.json');

function readStored(): Stored | null {
  if (!existsSync(file())) return null;
  const read = stored.safeParse(jsonOrNull(readFileSync(file(), 'utf8')));
  return read.success ? read.data : null;
}

function write(value: Stored): void {
  mkdirSync(dirname(file()), { recursive: true, mode: 0o700 });
  writeFileSync(file(), `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  // The mode above is only that of a new file.
  chmodSync(file(), 0o600);
}

/** The address that this program was downloaded from; null for one that was built from the sources. */
function ownUrl(): string | null {
  try {
    const text = readFileSync(new URL('package.json', import.meta.url), 'utf8');
    return z.object({ pushboard: z.object({ url: z.string() }) }).parse(JSON.parse(text)).pushboard.url;
  } catch {
    return null;
  }
}

/** What to type to do something else with this program: npx leaves no `pushboard` behind. */
export function ownCommand(words: string): string {
  const url = process.env.npm_command === 'exec' ? ownUrl() : null;
  return url === null ? `pushboard ${words}` : `npx ${url}/cli.tgz ${words}`;
}

/**
 * The Pushboard that a line without an address means: the one of `PUSHBOARD_URL`, or the one that this program was
 * downloaded from. The one that was signed in to last is meant only by a program that wasn't downloaded: otherwise runs
 * for staging could start in production. Null if there isn't any.
 */
export function usualUrl(own = ownUrl()): string | null {
  const chosen = (process.env.PUSHBOARD_URL || null) ?? own ?? readStored()?.url ?? null;
  return chosen === null ? null : addressOf(chosen);
}

/**
 * Which Pushboard is meant, and the token for it: that of `PUSHBOARD_TOKEN` comes before a stored one.
 *
 * @param url given with the command line, before the usual one
 */
export function readSettings(url?: string): Settings {
  const address = url === undefined ? usualUrl() : addressOf(url);
  if (address === null) {
    throw new CliError(
      exitCodes.usage,
      'Say which Pushboard you mean: set PUSHBOARD_URL, or add its address to "login".',
    );
  }
  return { url: address, token: process.env.PUSHBOARD_TOKEN || readStored()?.tokens[address] || null };
}

/** The other addresses that this machine's user is signed in to. */
export const signedInElsewhere = (url: string): readonly string[] =>
  Object.keys(readStored()?.tokens ?? {}).filter((address) => address !== url);

/** Keeps a token for this address, readable by nobody else on the machine. */
export function keepToken(url: string, token: string): void {
  write({ url, tokens: { ...readStored()?.tokens, [url]: token } });
}

/** Forgets the token for this address. Returns whether there was one. */
export function forgetToken(url: string): boolean {
  const kept = readStored();
  if (kept?.tokens[url] === undefined) return false;
  const { [url]: _, ...others } = kept.tokens;
  if (Object.keys(others).length === 0) rmSync(file());
  else write({ ...kept, tokens: others });
  return true;
}

function addressOf(text: string): string {
  const candidate = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  if (!URL.canParse(candidate)) throw new CliError(exitCodes.usage, `“${text}” is not an address.`);
  const { origin, pathname } = new URL(candidate);
  // The address of its API is the one that developers have at hand.
  return `${origin}${pathname}`.replace(/(\/api(\/v1)?)?\/*$/, '');
}
