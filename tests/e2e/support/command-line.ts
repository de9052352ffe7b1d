import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashOfToken, ids } from '@/server/base/ids';
import { withAppDatabase } from './app-database';
import { people, type Who } from './people';

/** What the command line wrote, and how it ended. */
export interface Ended {
  code: number | null;
  out: string;
  err: string;
}

/** The command line as one person uses it, with a home folder of its own. */
export interface CommandLine {
  home: string;
  /** Runs it to its end. `input` is typed into it. */
  pushboard(line: readonly string[], input?: string): Promise<Ended>;
  /** Starts it; what it writes to the standard error is told as it comes. */
  start(line: readonly string[], onError: (text: string, child: ChildProcess) => void): Promise<Ended>;
}

/** Gives a person a token that does everything for an hour. */
export async function tokenOf(who: Who): Promise<string> {
  const token = `pb_${ids.token()}`;
  await withAppDatabase((client) =>
    client.query(
      `insert into access_token (token_id, token_hash, user_id, name, scope, expires_at)
       values ($1, $2, $3, 'A script', '{"kind": "everything"}', now() + interval '1 hour')`,
      [ids.accessToken(), hashOfToken(token), people[who]],
    ),
  );
  return token;
}

/**
 * @param program what is started: `node` and the program, or an installed one
 * @param environment the address and token, as people set them
 */
export async function commandLine(
  program: readonly [string, ...string[]],
  environment: Readonly<Record<string, string>>,
): Promise<CommandLine> {
  const home = await mkdtemp(join(tmpdir(), 'pushboard-home-'));
  const [file, ...before] = program;

  async function start(
    line: readonly string[],
    onError: (text: string, child: ChildProcess) => void,
    input = '',
  ): Promise<Ended> {
    const { PATH, NODE_ENV } = process.env;
    const child = spawn(file, [...before, ...line], {
      cwd: home,
      env: { PATH, NODE_ENV, HOME: home, ...environment },
    });
    let out = '';
    let err = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      err += text;
      onError(err, child);
    });
    child.stdin.end(input);
    const [code] = await once(child, 'close');
    return { code, out, err };
  }

  return { home, start, pushboard: (line, input) => start(line, () => {}, input) };
}
