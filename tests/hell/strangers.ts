import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { API_BASE } from '@/lib/wire/url';
import { type Counts, count } from './counts';

/** What strangers attack: a server that they have no account on. */
export interface Target {
  origin: string;
  counts: Counts;
  over: AbortSignal;
}

const FLOOD = 60;
const UNFINISHED_BODIES = 280;
const BODY_BYTES = 10_000_000;
const PIECE = Buffer.alloc(64_000, ' ');
const UNREAD_PAGES = 12;
const PAUSE_MS = 500;

const pause = (over: AbortSignal) => sleep(PAUSE_MS, undefined, { signal: over }).catch(() => undefined);

/** The description of the API, asked for by many at a time. */
async function descriptions({ origin, counts, over }: Target): Promise<void> {
  while (!over.aborted) {
    const ask = async () => {
      try {
        const response = await fetch(`${origin}${API_BASE}/openapi.json`, { signal: over });
        await response.arrayBuffer();
        count(counts, 'openapi', response.status);
      } catch {
        if (!over.aborted) count(counts, 'openapi', 'aborted');
      }
    };
    await Promise.all(Array.from({ length: FLOOD }, ask));
    await pause(over);
  }
}

/** Does something with raw connections, each opened again when it has ended. */
async function overSockets(
  { origin, over }: Target,
  places: number,
  talk: (socket: Socket) => void,
): Promise<void> {
  const { hostname, port } = new URL(origin);
  const place = async () => {
    while (!over.aborted) {
      const socket = connect({ host: hostname, port: Number(port) });
      const end = () => socket.destroy();
      over.addEventListener('abort', end, { once: true });
      socket.on('error', () => undefined).once('connect', () => talk(socket));
      await once(socket, 'close').catch(() => undefined);
      over.removeEventListener('abort', end);
      await pause(over);
    }
  };
  await Promise.all(Array.from({ length: places }, place));
}

/** The status in the first line of an answer; a word if there was none. */
function note(socket: Socket, counts: Counts, attack: string): void {
  let status: string | null = null;
  socket.on('data', (bytes: Buffer) => {
    status ??= /^HTTP\/1\.1 (\d+)/.exec(bytes.toString('latin1'))?.[1] ?? null;
  });
  socket.once('close', () => count(counts, attack, status ?? 'closed'));
}

/** Large bodies of people without an account, a piece now and then, and never the end. */
const unfinishedBodies = (target: Target) =>
  overSockets(target, UNFINISHED_BODIES, (socket) => {
    note(socket, target.counts, 'bodies');
    const head = [
      `POST ${API_BASE}/receipts/verify HTTP/1.1`,
      'host: localhost',
      'content-type: application/json',
      `content-length: ${BODY_BYTES}`,
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    let leftBytes = BODY_BYTES - 1;
    const timer = setInterval(() => {
      if (leftBytes < PIECE.length) return;
      leftBytes -= PIECE.length;
      socket.write(PIECE);
    }, 100);
    socket.once('close', () => clearInterval(timer));
  });

/** Pages that are asked for and not read. */
const unreadPages = (target: Target) =>
  overSockets(target, UNREAD_PAGES, (socket) => {
    socket.once('close', () => count(target.counts, 'unread', 'closed'));
    socket.pause();
    socket.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n'.repeat(20));
  });

/** Links to sign in with, for someone else's address. */
async function linksForOthers({ origin, counts, over }: Target): Promise<void> {
  while (!over.aborted) {
    try {
      const response = await fetch(`${origin}${API_BASE}/sign-in/link`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin },
        body: JSON.stringify({ email: 'ada@pushboard.example' }),
        signal: over,
      });
      await response.arrayBuffer();
      count(counts, 'links', response.status);
    } catch {
      if (!over.aborted) count(counts, 'links', 'aborted');
    }
    await pause(over);
  }
}

/** What strangers do, all at once, until the time is over. */
export async function attackAsStrangers(target: Target): Promise<void> {
  const all = [descriptions, unfinishedBodies, unreadPages, linksForOthers];
  await Promise.all(all.map((each) => each(target)));
}
