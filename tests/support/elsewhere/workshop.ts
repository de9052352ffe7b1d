import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { keepConnections } from '../app/keep-connections';

/** One piece of work. It continues until it is told to end. */
export interface Work {
  name: string;
  state: 'going' | 'ended' | 'stopped';
  values: unknown;
  /** How often a start was requested. The work is started once. */
  asked: number;
  lines: string[];
}

/**
 * A service on loopback whose work continues for any length of time, with or without the process that started it. `POST
 * /work/{name}` starts it once per name, `GET` returns its state, `DELETE` stops it.
 */
export interface Workshop {
  origin: string;
  works: ReadonlyMap<string, Work>;
  /** Ends all work, as after minutes. */
  endAll(): void;
  /** Whether new work ends by itself before the next check. */
  endsAtOnce: boolean;
  /** Called between starting work and responding, for example to kill the worker that asked. */
  afterStart: ((work: Work) => Promise<void>) | null;
  close(): Promise<void>;
}

export async function startWorkshop(): Promise<Workshop> {
  const works = new Map<string, Work>();
  const server = createServer(keepConnections, (request, response) => {
    void (async () => {
      const name = decodeURIComponent((request.url ?? '').replace(/^\/work\//, ''));
      const known = works.get(name);
      if (request.method === 'POST') {
        const body = await text(request);
        const work: Work = known ?? {
          name,
          state: 'going',
          values: JSON.parse(body),
          asked: 0,
          lines: ['begun'],
        };
        work.asked += 1;
        works.set(name, work);
        if (workshop.endsAtOnce) work.state = 'ended';
        await workshop.afterStart?.(work);
      } else if (known === undefined) {
        response.writeHead(404).end('{}');
        return;
      }
      if (request.method === 'DELETE' && known?.state === 'going') known.state = 'stopped';
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(works.get(name)));
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const workshop: Workshop = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    works,
    endAll: () => {
      for (const work of works.values()) if (work.state === 'going') work.state = 'ended';
    },
    endsAtOnce: false,
    afterStart: null,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return workshop;
}
