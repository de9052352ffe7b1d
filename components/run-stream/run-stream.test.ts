import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RunStream } from './run-stream';

/** Stands in for the browser's, and for the server at its other end. */
class Source extends EventTarget {
  static readonly CLOSED = 2;
  static opened: Source[] = [];
  readyState = 1;

  constructor(readonly url: string) {
    super();
    Source.opened.push(this);
  }

  close(): void {
    this.readyState = Source.CLOSED;
  }

  send(type: string, data: object): void {
    this.dispatchEvent(new MessageEvent(type, { data: JSON.stringify(data) }));
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('EventSource', Source);
  Source.opened = [];
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const status = (run_id: number, of: 'running' | 'success') => ({
  run_id,
  status: of,
  end_reason: null,
  total_rows_returned: null,
  start_time: null,
  end_time: null,
});

test('what was reported about a run is kept while it is followed, and not for as long as the tab is open', () => {
  const stream = new RunStream('org');
  const leave = stream.follow(1, () => undefined);
  vi.runAllTimers();
  Source.opened[0]?.send('status', status(1, 'running'));
  Source.opened[0]?.send('log', { run_id: 1, offset: 0, logging_message: 'Line' });
  Source.opened[0]?.send('status', status(1, 'success'));
  vi.runAllTimers();
  expect(stream.latest(1)).toMatchObject({ status: 'success', log: 'Line' });
  leave();
  // Another part of the page may follow it right away.
  expect(stream.latest(1)).not.toBeNull();
  vi.runAllTimers();
  expect(stream.latest(1)).toBeNull();
});
