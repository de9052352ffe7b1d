import type { ServerResponse } from 'node:http';
import { clock } from '@/server/base/clock';
import { log } from '@/server/base/log';
import { processWide } from '@/server/base/process-wide';
import { whenClosed } from '@/server/http/responses/when-closed';

/** How often it is looked how much has been taken. */
const lookEveryMs = 10_000;
/** Within this time, a reader takes at least this much of what waits; 2G takes ten times as much. */
export const PATIENCE_MS = 60_000;
const leastBytes = 30_000;

interface Reading {
  response: ServerResponse;
  takenBytes: number;
  sinceMs: number;
}

/** Closes connections whose readers take next to nothing of what waits for them: memory and places are held for it. */
export class SlowReaders {
  private readonly open = new Set<Reading>();
  private timer: NodeJS.Timeout | undefined;

  /** Watches a response until its connection has taken all of it, or is closed. */
  watch(response: ServerResponse): void {
    const reading = { response, takenBytes: taken(response), sinceMs: clock.nowMs() };
    this.open.add(reading);
    whenClosed(response, () => {
      this.open.delete(reading);
      if (this.open.size === 0) clearInterval(this.timer);
      if (this.open.size === 0) this.timer = undefined;
    });
    this.timer ??= setInterval(() => this.look(), lookEveryMs).unref();
  }

  /** Closes those that have taken too little for too long. */
  look(): void {
    const nowMs = clock.nowMs();
    for (const reading of this.open) {
      const { response, takenBytes, sinceMs } = reading;
      const nowTaken = taken(response);
      if (waiting(response) === 0 || nowTaken - takenBytes >= leastBytes) {
        Object.assign(reading, { takenBytes: nowTaken, sinceMs: nowMs });
      } else if (nowMs - sinceMs >= PATIENCE_MS) {
        log().info({ path: response.req.url?.split('?', 1)[0] }, 'A response was not read, so it was closed');
        response.destroy();
      }
    }
  }
}

export const slowReaders = (): SlowReaders => processWide('slow readers', () => new SlowReaders());

const waiting = ({ socket }: ServerResponse): number => socket?.writableLength ?? 0;

/** What the system has taken of a connection's bytes. */
const taken = ({ socket }: ServerResponse): number =>
  socket === null ? 0 : socket.bytesWritten - socket.writableLength;
