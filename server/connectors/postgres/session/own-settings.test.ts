import type { ClientBase } from 'pg';
import { describe, expect, it } from 'vitest';
import { OwnSettings } from './own-settings';

/** A session whose answers come when the test says so. */
function session() {
  const answers: ((error?: Error) => void)[] = [];
  const query = () =>
    new Promise((resolve, reject) => {
      answers.push((error) => (error === undefined ? resolve({ rows: [['1 2']] }) : reject(error)));
    });
  return { client: { query } as unknown as ClientBase, answers };
}

const turn = () => new Promise((resolve) => setTimeout(resolve));

async function begun() {
  const settings = new OwnSettings();
  const sessions = [session(), session(), session()] as const;
  const [first, second, third] = sessions;
  // What the first answer says is compared once, which takes a second question.
  const known = settings.mayExist(first.client);
  await turn();
  first.answers[0]?.();
  await turn();
  first.answers[1]?.();
  expect(await known).toBe(false);
  const looks = [settings.mayExist(first.client)];
  await turn();
  looks.push(settings.mayExist(second.client), settings.mayExist(third.client));
  await turn();
  expect(sessions.map(({ answers }) => answers.length)).toEqual([3, 0, 0]);
  return { settings, sessions, looks };
}

describe('sessions that are returned while one of them asks', () => {
  it('share the next look, which begins after that', async () => {
    const { sessions, looks } = await begun();
    const [first, second] = sessions;
    first.answers[2]?.();
    await turn();
    expect(sessions.map(({ answers }) => answers.length)).toEqual([3, 1, 0]);
    second.answers[0]?.();
    expect(await Promise.all(looks)).toEqual([false, false, false]);
  });

  it('know nothing if the look that they share fails, and the next one asks again', async () => {
    const { settings, sessions, looks } = await begun();
    const [first, second, third] = sessions;
    const ends = Promise.allSettled(looks);
    first.answers[2]?.(new Error('lost'));
    await turn();
    second.answers[0]?.(new Error('lost, too'));
    expect((await ends).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    const again = settings.mayExist(third.client);
    await turn();
    third.answers[0]?.();
    expect(await again).toBe(false);
  });
});
