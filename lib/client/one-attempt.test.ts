import { describe, expect, test } from 'vitest';
import { ApiError } from './api-client';
import { mayBeDone, oneAttempt } from './one-attempt';

const failed = (status: number) => new ApiError(status, status === 0 ? 'offline' : 'invalid', 'No.');

/** Sends it, and returns the id that it was sent with. A failure reaches the caller as it is. */
async function sent(what: unknown, answer: unknown = null): Promise<string> {
  let seen = '';
  const attempt = oneAttempt(what, async (id) => {
    seen = id;
    if (answer !== null) throw answer;
  });
  if (answer === null) await attempt;
  else await expect(attempt).rejects.toBe(answer);
  return seen;
}

describe('sending something once', () => {
  test('what got no answer is sent again under the same id', async () => {
    const first = await sent({ rows: [1] }, failed(0));
    expect(await sent({ rows: [2] }, failed(0))).not.toBe(first);
    expect(await sent({ rows: [1] }, failed(504))).toBe(first);
    expect(await sent({ rows: [1] })).toBe(first);
  });

  test('what got an answer is sent again under another id', async () => {
    const first = await sent('pay');
    const second = await sent('pay', failed(422));
    const third = await sent('pay');
    expect(new Set([first, second, third]).size).toBe(3);
  });

  test('two presses at once have one id', async () => {
    const [first, second] = await Promise.all([sent('both'), sent('both')]);
    expect(first).toBe(second);
  });

  test('only a refusal means that nothing was done', () => {
    expect([400, 401, 403, 422, 429].filter((status) => mayBeDone(failed(status)))).toEqual([]);
    expect([0, 200, 409, 500, 503, 504].every((status) => mayBeDone(failed(status)))).toBe(true);
    expect(mayBeDone(new TypeError('fault'))).toBe(true);
  });
});
