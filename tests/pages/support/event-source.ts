import { createParser } from 'eventsource-parser';
import { fetchFromOwnServer } from './own-server';

// Those of Node.js, whose EventTarget takes no others: the window brings its own.
const { Event, EventTarget, MessageEvent } = globalThis;

/** Stands in for the browser's: follows one stream of the page's own server until it ends. */
export class OwnEventSource extends EventTarget {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSED = 2;
  readyState: number = OwnEventSource.CONNECTING;
  private readonly leaving = new AbortController();

  constructor(readonly url: string) {
    super();
    this.follow().catch(() => undefined);
  }

  close(): void {
    this.readyState = OwnEventSource.CLOSED;
    this.leaving.abort();
  }

  private async follow(): Promise<void> {
    try {
      const response = await fetchFromOwnServer(this.url, { signal: this.leaving.signal });
      if (!response.ok || response.body === null) throw new Error(`The stream answered ${response.status}`);
      this.readyState = OwnEventSource.OPEN;
      this.dispatchEvent(new Event('open'));
      const parser = createParser({
        onEvent: ({ event, data, id }) =>
          this.dispatchEvent(new MessageEvent(event ?? 'message', { data, lastEventId: id ?? '' })),
      });
      const text = new TextDecoder();
      for await (const piece of response.body) parser.feed(text.decode(piece, { stream: true }));
    } finally {
      this.readyState = OwnEventSource.CLOSED;
      this.dispatchEvent(new Event('error'));
    }
  }
}
