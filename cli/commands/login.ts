import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { ApiError } from '@/lib/client/api-client';
import { readMe } from '@/lib/contract/people/people';
import { connect } from '../api';
import { type Arguments, textFlag } from '../arguments';
import { CliError, type ExitCode, exitCodes } from '../exit';
import { forgetToken, keepToken, readSettings, usualUrl } from '../settings';

/** Asks for a token, checks it, and keeps it for this machine's user. */
export async function login(line: Arguments): Promise<ExitCode> {
  const { url } = readSettings(line.words[1] ?? textFlag(line, 'url'));
  process.stderr.write(`Signing in to ${url}.\n`);
  const token = process.stdin.isTTY ? await askForToken(url) : (await text(process.stdin)).trim();
  if (token === '') throw new CliError(exitCodes.usage, 'No token was entered.');
  const me = await connect({ url, token })
    .call(readMe, {})
    .catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 401) return null;
      throw error;
    });
  if (me === null) {
    throw new CliError(
      exitCodes.refused,
      `${url} doesn't accept this token: it has expired, was revoked, or belongs to another Pushboard. Copy another one at ${url}/copy-token.`,
    );
  }
  keepToken(url, token);
  process.stdout.write(`Signed in to ${url} as ${me.name}.\n`);
  if (usualUrl() !== url)
    process.stderr.write(
      `Add --url ${url} to each line, or set PUSHBOARD_URL: others go to ${usualUrl()}.\n`,
    );
  return exitCodes.success;
}

/** Reads a line without showing it. */
async function askForToken(url: string): Promise<string> {
  process.stderr.write(
    `Create a token at ${url}/account, or copy one that lasts 12 hours at ${url}/copy-token.\nToken: `,
  );
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const prompt = createInterface({ input: process.stdin, output: silent, terminal: true });
  return new Promise((resolve, reject) => {
    prompt.once('line', (typed) => {
      prompt.close();
      process.stderr.write('\n');
      resolve(typed.trim());
    });
    prompt.once('SIGINT', () => {
      prompt.close();
      reject(new CliError(exitCodes.canceled, '\nNot signed in.'));
    });
  });
}

/** Forgets the token that signing in kept. */
export function logout(line: Arguments): ExitCode {
  const { url } = readSettings(line.words[1] ?? textFlag(line, 'url'));
  const hadOne = forgetToken(url);
  process.stdout.write(
    hadOne
      ? `Signed out of ${url} on this machine. The token itself stays valid: revoke it at ${url}/account.\n`
      : `You were not signed in to ${url}.\n`,
  );
  return exitCodes.success;
}
