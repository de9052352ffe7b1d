import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { z } from 'zod';
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
  const read = stored.safeParse(parsed(readFileSync(file(), 'utf8')));
  return read.success ? read.data : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
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
 * Which Pushboard is meant: the one of `PUSHBOARD_URL`, or the one that was signed in to last, or the one that this
 * program was downloaded from. The token of `PUSHBOARD_TOKEN` comes before a stored one.
 *
 * @param url given with the command line, before all of these
 */
export function readSettings(url?: string): Settings {
  const kept = readStored();
  const chosen = url ?? (process.env.PUSHBOARD_URL || undefined) ?? kept?.url ?? ownUrl();
  if (chosen == null) {
    throw new CliError(
      exitCodes.usage,
      'Say which Pushboard you mean: set PUSHBOARD_URL, or add its address to "login".',
    );
  }
  const address = addressOf(chosen);
  return { url: address, token: process.env.PUSHBOARD_TOKEN || kept?.tokens[address] || null };
}

/** Keeps a token for this address, readable by nobody else on the machine, and makes the address the usual one. */
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
