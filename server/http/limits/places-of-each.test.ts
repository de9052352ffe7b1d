import { expect, test } from 'vitest';
import { PlacesOfEach } from './places-of-each';

const stays = new AbortController().signal;
const settle = () => new Promise((resolve) => setImmediate(resolve));

test('S80 a person has a few places at a time, whatever others have, and the rest wait in order', async () => {
  const places = new PlacesOfEach(2);
  const letIn: string[] = [];
  const want = (person: string, name: string) =>
    places.enter(person, stays).then((leave) => {
      letIn.push(name);
      return leave;
    });
  const [first] = [
    want('eve', 'e1'),
    want('eve', 'e2'),
    want('eve', 'e3'),
    want('eve', 'e4'),
    want('ana', 'a1'),
  ];
  await settle();
  expect(letIn).toEqual(['e1', 'e2', 'a1']);
  const leave = await first;
  leave?.();
  leave?.();
  await settle();
  expect(letIn).toEqual(['e1', 'e2', 'a1', 'e3']);
});

test('S80 who leaves the line takes no place', async () => {
  const places = new PlacesOfEach(1);
  const leave = await places.enter('eve', stays);
  const leaving = new AbortController();
  const left = places.enter('eve', leaving.signal);
  const next = places.enter('eve', stays);
  leaving.abort();
  expect(await left).toBeNull();
  leave?.();
  expect(await next).toBeTypeOf('function');
  expect(await places.enter('ana', leaving.signal)).toBeNull();
});
