import { expect, test } from 'vitest';
import { ReaderPlaces } from './reader-places';

const never = new AbortController().signal;

/** Asks for a place, and says whether it was given. */
function asking(places: ReaderPlaces, orgId: string, signal = never) {
  const asked = { isGiven: false, leave: () => {}, refused: null as unknown };
  const settled = places.take(orgId, signal).then(
    (leave) => Object.assign(asked, { isGiven: true, leave }),
    (error: unknown) => Object.assign(asked, { refused: error }),
  );
  return { asked, settled };
}

/** Everything that can happen by now has happened. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

test('S67 two readers work at once, one of an organization, the others in the order in which they came', async () => {
  const places = new ReaderPlaces();
  const [a1, a2, b1, c1] = ['a', 'a', 'b', 'c'].map((orgId) => asking(places, orgId).asked);
  await settle();
  expect([a1, a2, b1, c1].map((each) => each?.isGiven)).toEqual([true, false, true, false]);
  b1?.leave();
  await settle();
  expect([a2, c1].map((each) => each?.isGiven)).toEqual([false, true]);
  a1?.leave();
  a1?.leave();
  await settle();
  expect(a2?.isGiven).toBe(true);
});

test('S67 one that is given up while it waits takes no place', async () => {
  const places = new ReaderPlaces();
  const caller = new AbortController();
  const first = asking(places, 'a');
  const waiting = asking(places, 'a', caller.signal);
  const behind = asking(places, 'a');
  caller.abort();
  await waiting.settled;
  expect(waiting.asked.refused).toMatchObject({ code: 'impossible' });
  first.asked.leave();
  await settle();
  expect(behind.asked.isGiven).toBe(true);
  const late = asking(places, 'a', caller.signal);
  await late.settled;
  expect(late.asked.isGiven).toBe(false);
});
