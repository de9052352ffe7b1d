import { expect, test } from 'vitest';
import { FairGate } from './fair-gate';

const stays = new AbortController().signal;
const gateFor = (atOnce: number, longestLine = 10) =>
  new FairGate({ atOnce, longestLine, longestWaitMs: 60_000 });

const release = (entered: unknown) => (entered as () => void)();

test('a gate lets in as many as it has places, and the next one when a place is given back', async () => {
  const gate = gateFor(2);
  const first = await gate.enter('a', stays);
  await gate.enter('a', stays);
  let isIn = false;
  const third = gate.enter('a', stays).then((entered) => {
    isIn = true;
    return entered;
  });
  await Promise.resolve();
  expect(isIn).toBe(false);
  release(first);
  // Giving a place back twice frees it once.
  release(first);
  expect(await third).toBeTypeOf('function');
});

test('S66 lines take turns, however long one of them is', async () => {
  const gate = gateFor(1);
  const order: string[] = [];
  const inside = await gate.enter('flood', stays);
  const wait = (group: string) =>
    gate.enter(group, stays).then((entered) => {
      order.push(group);
      release(entered);
    });
  const all = [...Array.from({ length: 5 }, () => wait('flood')), wait('other'), wait('other')];
  release(inside);
  await Promise.all(all);
  expect(order).toEqual(['flood', 'other', 'flood', 'other', 'flood', 'flood', 'flood']);
});

test('a full line refuses its own group alone', async () => {
  const gate = gateFor(1, 1);
  const inside = await gate.enter('a', stays);
  const waiting = gate.enter('a', stays);
  expect(await gate.enter('a', stays)).toBe('full');
  const other = gate.enter('b', stays);
  release(inside);
  release(await waiting);
  expect(await other).toBeTypeOf('function');
});

test('who leaves the line takes no place', async () => {
  const gate = gateFor(1);
  const inside = await gate.enter('a', stays);
  const leaving = new AbortController();
  const left = gate.enter('a', leaving.signal);
  const next = gate.enter('a', stays);
  leaving.abort();
  expect(await left).toBe('left');
  release(inside);
  expect(await next).toBeTypeOf('function');
  expect(await gate.enter('a', leaving.signal)).toBe('left');
});

test('who waits too long is told so', async () => {
  const gate = new FairGate({ atOnce: 0, longestLine: 10, longestWaitMs: 1 });
  expect(await gate.enter('a', stays)).toBe('late');
});
