import { expect, test } from 'vitest';
import { ReaderPlaces } from './reader-places';

const never = new AbortController().signal;

/** Requests a place, and records whether it was given. */
function requestPlace(places: ReaderPlaces, orgId: string, signal = never, userId: string | null = null) {
  const request = { isGiven: false, leave: () => {}, refused: null as unknown };
  const settled = places.take({ orgId, userId }, signal).then(
    (leave) => Object.assign(request, { isGiven: true, leave }),
    (error: unknown) => Object.assign(request, { refused: error }),
  );
  return { request, settled };
}

/** Resolves once everything that can happen now has happened. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

test('S67 two readers work at once, one per organization, and the others in the order of their arrival', async () => {
  const places = new ReaderPlaces();
  const [a1, a2, b1, c1] = ['a', 'a', 'b', 'c'].map((orgId) => requestPlace(places, orgId).request);
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

test('S67 a request that is canceled while it waits takes no place', async () => {
  const places = new ReaderPlaces();
  const caller = new AbortController();
  const first = requestPlace(places, 'a');
  const waiting = requestPlace(places, 'a', caller.signal);
  const behind = requestPlace(places, 'a');
  caller.abort();
  await waiting.settled;
  expect(waiting.request.refused).toMatchObject({ code: 'impossible' });
  first.request.leave();
  await settle();
  expect(behind.request.isGiven).toBe(true);
  const late = requestPlace(places, 'a', caller.signal);
  await late.settled;
  expect(late.request.isGiven).toBe(false);
});

test('S80 a person has one place in all of their organizations, and who has had one goes behind the others', async () => {
  const places = new ReaderPlaces();
  const want = (orgId: string, userId: string) => requestPlace(places, orgId, never, userId).request;
  const eves = ['a', 'b', 'c'].map((orgId) => want(orgId, 'eve'));
  const mallorys = ['d', 'e'].map((orgId) => want(orgId, 'mallory'));
  const ana = want('f', 'ana');
  await settle();
  const given = () => [...eves, ...mallorys, ana].map(({ isGiven }) => isGiven);
  expect(given()).toEqual([true, false, false, true, false, false]);
  eves[0]?.leave();
  await settle();
  expect(given()).toEqual([true, false, false, true, false, true]);
});
