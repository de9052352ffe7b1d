import { expect, test, vi } from 'vitest';
import { FairGate, type GateLimits } from './fair-gate';

const stays = new AbortController().signal;
const gateFor = (atOnce: number, longestLine = 10, more: Partial<GateLimits> = {}) =>
  new FairGate({
    atOnce,
    longestLine,
    longestWaitMs: 60_000,
    isBusy: () => false,
    nowMs: () => 0,
    ...more,
  });

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
  const gate = gateFor(0, 10, { longestWaitMs: 1 });
  expect(await gate.enter('a', stays)).toBe('late');
});

/** Fills a gate with a flood while another group is there, and returns how many were let in. */
async function flooded(more: Partial<GateLimits>) {
  const gate = gateFor(4, 10, more);
  release(await gate.enter('other', stays));
  let letIn = 0;
  for (let count = 0; count < 4; count += 1) void gate.enter('flood', stays).then(() => (letIn += 1));
  await Promise.resolve();
  return { gate, letIn: () => letIn };
}

test('S66 while the process is busy, a flood waits for the group that comes now and then', async () => {
  const { gate, letIn } = await flooded({ isBusy: () => true });
  expect(letIn()).toBe(1);
  expect(await gate.enter('other', stays)).toBeTypeOf('function');
});

test('S66 while the process is busy, the next in line waits, even if nobody of the line is inside', async () => {
  vi.useFakeTimers();
  try {
    const gate = gateFor(4, 10, { isBusy: () => true, nowMs: Date.now });
    let letIn = 0;
    const flood = () =>
      gate.enter('flood', stays).then((entered) => {
        letIn += 1;
        release(entered);
      });
    release(await gate.enter('other', stays));
    for (let count = 0; count < 4; count += 1) void flood();
    await vi.advanceTimersByTimeAsync(200);
    expect(letIn).toBe(1);
    // People who come now and then neither wait nor hold up the line.
    for (let count = 0; count < 5; count += 1) {
      release(await gate.enter('other', stays));
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(letIn).toBe(3);
  } finally {
    vi.useRealTimers();
  }
});

test('S66 a group that is alone has all places, and one of two takes them one at a time', async () => {
  expect((await flooded({ isBusy: () => false })).letIn()).toBe(1);
  const alone = gateFor(4, 10, { isBusy: () => true });
  for (let count = 0; count < 4; count += 1) {
    expect(await alone.enter('flood', stays)).toBeTypeOf('function');
  }
});

test('S66 lines have at most half of the time while another group is present', async () => {
  vi.useFakeTimers();
  try {
    const gate = gateFor(1, 100, { nowMs: Date.now });
    let letIn = 0;
    const page = async () => {
      const entered = await gate.enter('flood', stays);
      letIn += 1;
      setTimeout(() => release(entered), 100);
    };
    const flood = () => Promise.all(Array.from({ length: 50 }, page));
    void flood();
    await vi.advanceTimersByTimeAsync(1000);
    expect(letIn).toBeGreaterThanOrEqual(10);
    letIn = 0;
    void gate.enter('other', stays).then(release);
    await vi.advanceTimersByTimeAsync(1000);
    expect(letIn).toBeGreaterThanOrEqual(4);
    expect(letIn).toBeLessThanOrEqual(6);
  } finally {
    vi.useRealTimers();
  }
});

test('S66 a line moves on however busy the process stays', async () => {
  vi.useFakeTimers();
  try {
    const { letIn } = await flooded({ isBusy: () => true, nowMs: Date.now });
    expect(letIn()).toBe(1);
    await vi.advanceTimersByTimeAsync(600);
    expect(letIn()).toBe(3);
  } finally {
    vi.useRealTimers();
  }
});
