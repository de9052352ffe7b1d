import { afterEach, beforeEach, expect, it, type Mock, vi } from 'vitest';
import { BEGINS_AFTER_MS, begunResponse, isInTime } from './begun-response';

let begins: Mock<typeof setInterval>;
let ends: Mock<typeof clearInterval>;
beforeEach(() => {
  vi.useFakeTimers();
  begins = vi.spyOn(globalThis, 'setInterval');
  ends = vi.spyOn(globalThis, 'clearInterval');
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** What else runs in the process may have timers of its own. */
function expectNoHeartbeat(): void {
  const [heartbeat] = begins.mock.results;
  expect(heartbeat).toBeDefined();
  expect(ends).toHaveBeenCalledWith(heartbeat?.value);
}

it('work that is done in time is waited for, and its failure is thrown', async () => {
  const waits = vi.spyOn(globalThis, 'setTimeout');
  const cleared = vi.spyOn(globalThis, 'clearTimeout');
  await expect(isInTime(Promise.resolve('done'))).resolves.toBe(true);
  await expect(isInTime(Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  const own = waits.mock.results.filter((_, index) => waits.mock.calls[index]?.[1] === BEGINS_AFTER_MS);
  expect(own).toHaveLength(2);
  for (const { value } of own) expect(cleared).toHaveBeenCalledWith(value);
});

it('work that isn’t is not', async () => {
  const inTime = isInTime(new Promise(() => {}));
  await vi.advanceTimersByTimeAsync(BEGINS_AFTER_MS);
  await expect(inTime).resolves.toBe(false);
});

function begun(body: Promise<string>) {
  const release = vi.fn();
  const bodyOfFailure = async (thrown: unknown) => JSON.stringify({ error: String(thrown) });
  const response = begunResponse(body, new Headers(), { bodyOfFailure, release });
  return { response, release };
}

it('a begun response sends spaces until its JSON comes, and ends with it', async () => {
  let answer: (json: string) => void = () => {};
  const { response, release } = begun(
    new Promise((resolve) => {
      answer = resolve;
    }),
  );
  expect(response.status).toBe(200);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(release).not.toHaveBeenCalled();
  answer('{"run_id":1}');
  const text = await response.text();
  expect(text).toMatch(/^ {5}\{/);
  expect(JSON.parse(text)).toEqual({ run_id: 1 });
  expect(release).toHaveBeenCalledOnce();
  expectNoHeartbeat();
});

it('one that fails says so in its body', async () => {
  const { response, release } = begun(Promise.reject(new Error('too late')));
  expect(await response.json()).toEqual({ error: 'Error: too late' });
  expect(release).toHaveBeenCalledOnce();
});

it('one whose caller leaves keeps nothing', async () => {
  const { response, release } = begun(new Promise(() => {}));
  await response.body?.cancel();
  expect(release).toHaveBeenCalledOnce();
  expectNoHeartbeat();
});
