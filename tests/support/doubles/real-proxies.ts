import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '@/scripts/starting/free-port';

const programs = { nginx: '/usr/sbin/nginx', haproxy: '/usr/sbin/haproxy' };
export type ProxyKind = keyof typeof programs;

/** Whether a proxy is installed, such as by Debian's packages `nginx-light` and `haproxy`. */
export function hasProxy(kind: ProxyKind): boolean {
  try {
    accessSync(programs[kind], constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** A real proxy in front of a server on loopback. */
export interface RealProxy {
  origin: string;
  close(): Promise<void>;
}

/** The block for a proxy in docs/sign-in.md, word for word. */
export function documented(kind: ProxyKind): string {
  const [, block] =
    new RegExp(`\`\`\`${kind}\n([\\s\\S]+?)\`\`\``).exec(readFileSync('docs/sign-in.md', 'utf8')) ?? [];
  if (block === undefined) throw new Error(`docs/sign-in.md has no block for ${kind}`);
  return block;
}

/**
 * Starts a proxy without TLS.
 *
 * @param block its lines, as for the addresses in the documents
 * @param ownPort where it listens; any free port without one
 */
export async function startProxy(
  kind: ProxyKind,
  block: string,
  serverPort: number,
  ownPort?: number,
): Promise<RealProxy> {
  const port = ownPort ?? (await freePort());
  const folder = mkdtempSync(join(tmpdir(), `${kind}-`));
  const settings = join(folder, 'settings');
  const own = block
    .replaceAll('127.0.0.1:3000', `127.0.0.1:${serverPort}`)
    .replace('listen 443 ssl', `listen 127.0.0.1:${port}`)
    .replace(/bind :443 .*/, `bind 127.0.0.1:${port}`)
    .replace(/^ *ssl_certificate.*$/gm, '');
  writeFileSync(settings, kind === 'nginx' ? wholeNginx(own, folder) : own);
  const args = kind === 'nginx' ? ['-c', settings, '-e', join(folder, 'errors')] : ['-db', '-f', settings];
  const child = spawn(programs[kind], args, { stdio: 'ignore', cwd: folder });
  while (!(await isListening(port))) {
    if (child.exitCode !== null) throw new Error(`${kind} ended with ${child.exitCode}`);
    await wait(20);
  }
  return {
    origin: `http://127.0.0.1:${port}`,
    close: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const wholeNginx = (server: string, folder: string): string => `
daemon off;
pid ${folder}/pid;
error_log ${folder}/errors;
events {}
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join('\n  ')}
  ${server}
}
`;

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
