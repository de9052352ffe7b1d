import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { comparable, type SentRequest, untouchedRequests } from './untouched';

const read = (file: string): string => readFileSync(`tests/sources/postman/${file}`, 'utf8');

/** Recorded by `runtime.test.ts` with Postman's own runtime. */
const recorded: SentRequest[] = JSON.parse(read('as-sent.json'));
const sent = untouchedRequests(read('requests.postman.json'));

test('a collection becomes as many commands as it has requests', () => {
  expect(sent.map(({ name }) => name)).toEqual(recorded.map(({ name }) => name));
});

test.each(recorded.map((each) => [each.name, each] as const))(
  'what nobody touched is sent as Postman sends it, to the byte: %s',
  (name, expected) => {
    const own = sent.find((each) => each.name === name);
    expect(own && comparable(own)).toEqual(expected);
  },
);
