import { spawn } from 'node:child_process';
import type { CorpusCall } from './calls';
import type { DebianServer } from './debian-server';

/** What psql printed for a call: the error's code, or one table with the server's own text in its cells. */
export interface PsqlOutcome {
  errorCode: string | null;
  columns: string[];
  rows: (string | null)[][];
}

/** Characters that no sample value contains. */
const fieldSeparator = '\x1f';
const recordSeparator = '\x1e';
const nullText = '\x1aNULL\x1a';
/** Makes all calls in one psql, resetting the session before each. */
export async function callThroughPsql(
  server: DebianServer,
  database: string,
  calls: readonly CorpusCall[],
): Promise<PsqlOutcome[]> {
  const script = [
    '\\set VERBOSITY sqlstate',
    `\\pset fieldsep '\\037'`,
    `\\pset recordsep '\\036'`,
    `\\pset null '\\032NULL\\032'`,
    '\\pset footer off',
    ...calls.map(({ sql }) => `DISCARD ALL;\n\\echo @@call\n${sql};\n\\echo @@end :ERROR :SQLSTATE`),
  ].join('\n');
  const output = await run(server, database, script);
  return output.split('@@call\n').slice(1).map(readOutcome);
}

function run(
  { host, port, user, password }: DebianServer,
  database: string,
  script: string,
): Promise<string> {
  const place = ['--host', host, '--port', String(port), '--username', user, '--dbname', database];
  const psql = spawn('psql', [...place, '--no-psqlrc', '--quiet', '--no-align'], {
    env: { ...process.env, PGPASSWORD: password, PGCLIENTENCODING: 'UTF8' },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const chunks: Buffer[] = [];
  psql.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  // If psql ends early, its output shows how far it came.
  psql.stdin.on('error', () => {});
  psql.stdin.end(`${script}\n`);
  return new Promise((resolve, reject) => {
    psql.on('error', reject);
    psql.on('close', () => resolve(Buffer.concat(chunks).toString('utf8')));
  });
}

function readOutcome(text: string): PsqlOutcome {
  const end = text.lastIndexOf('@@end ');
  const [, isError, code = ''] = /^@@end (\w+) (\w+)/.exec(text.slice(end)) ?? [];
  if (isError === 'true') return { errorCode: code, columns: [], rows: [] };
  const printed = text.slice(0, end).replace(/\n$/, '');
  const [header = '', ...rows] = printed.split(recordSeparator);
  const cells = (record: string) => record.split(fieldSeparator);
  return {
    errorCode: null,
    columns: printed === '' ? [] : cells(header),
    rows: rows.map((row) => cells(row).map((cell) => (cell === nullText ? null : cell))),
  };
}
