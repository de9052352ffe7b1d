import { expect, it, vi } from 'vitest';
import type { StreamEvent } from '@/server/operations/context';
import { eventStreamResponse } from './event-stream';

function endless() {
  const made = { count: 0 };
  async function* events(): AsyncGenerator<StreamEvent> {
    for (;;) {
      made.count += 1;
      yield { event: 'line', data: made.count };
    }
  }
  return { made, events: events() };
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

it('takes events as fast as the caller does, and no more once the caller is gone', async () => {
  const { made, events } = endless();
  const onStop = vi.fn();
  const response = eventStreamResponse(events, new Headers(), () => () => {}, onStop);
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  const read = async () => decoder.decode((await reader?.read())?.value);
  expect(await read()).toBe('retry: 1000\n\n');
  expect(await read()).toBe('event: line\ndata: 1\n\n');
  await settled();
  expect(made.count).toBeLessThan(5);
  for (let line = 2; line < 100; line += 1) expect(await read()).toContain(`data: ${line}\n`);
  await reader?.cancel();
  const { count } = made;
  await settled();
  expect(made.count).toBe(count);
  expect(count).toBeLessThan(105);
  expect(onStop).toHaveBeenCalledOnce();
});

it('ends at once if what ends it has happened already', async () => {
  const { events } = endless();
  const unwatch = vi.fn();
  const watch = (end: () => void) => {
    end();
    return unwatch;
  };
  const response = eventStreamResponse(events, new Headers(), watch, () => {});
  expect(await response.text()).toBe('retry: 1000\n\n');
  expect(unwatch).toHaveBeenCalledOnce();
});
