import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonValue } from '@/lib/base/json';
import { maskMatcher, maskValue } from '@/lib/outputs/masks';
import type { PathStep } from '@/lib/outputs/object-path';
import { JsonMasker } from '@/server/results/masks/json-masker';
import { jsonPart } from './json-part';

/** Cut into pieces of this many bytes. */
function cut(text: string, size: number): Buffer[] {
  const bytes = Buffer.from(text);
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += size) pieces.push(bytes.subarray(at, at + size));
  return pieces;
}

async function part(text: string, path: PathStep[], size = 3): Promise<string | null> {
  const found = await jsonPart(cut(text, size), path);
  return found === null ? null : Buffer.concat(found).toString();
}

/** Every value in a document, with the steps to it. A repeated key can't occur here. */
function placesIn(value: JsonValue, steps: PathStep[] = []): { steps: PathStep[]; value: JsonValue }[] {
  const here = { steps, value };
  if (value === null || typeof value !== 'object') return [here];
  const inner: [PathStep, JsonValue][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return [here, ...inner.flatMap(([step, each]) => placesIn(each, [...steps, step]))];
}

describe('the part of a document at a path', () => {
  it('is its bytes as they are, digits and spaces included', async () => {
    const text = '{ "a": {"big": 12345678901234567890, "list": [ 1, {"x": "ä}]"} ]}, "b": 2 }';
    expect(await part(text, ['a', 'big'])).toBe('12345678901234567890');
    expect(await part(text, ['a', 'list'])).toBe('[ 1, {"x": "ä}]"} ]');
    expect(await part(text, ['a', 'list', 1, 'x'])).toBe('"ä}]"');
    expect(await part(text, [])).toBe(text);
    expect(await part(text, ['b', 'c'])).toBeNull();
    expect(await part(text, ['a', 0])).toBeNull();
  });

  it('is found for every value of any document, cut anywhere', async () => {
    const documents = fc.jsonValue({ maxDepth: 4, stringUnit: 'binary' });
    await fc.assert(
      fc.asyncProperty(documents, fc.integer({ min: 1, max: 40 }), async (document, size) => {
        const text = JSON.stringify(document);
        for (const { steps, value } of placesIn(JSON.parse(text)).slice(0, 20)) {
          expect(JSON.parse((await part(text, steps, size)) ?? 'undefined')).toEqual(value);
        }
      }),
    );
  });
});

describe('masking a document in pieces', () => {
  it('does the same as masking its value', () => {
    const keys = fc.constantFrom('a', 'b', 'email', 'items');
    const documents = fc.letrec((tie) => ({
      value: fc.oneof({ maxDepth: 5 }, fc.jsonValue({ maxDepth: 0 }), tie('list'), tie('object')),
      list: fc.array(tie('value'), { maxLength: 4 }),
      object: fc.dictionary(keys, tie('value'), { maxKeys: 4 }),
    })).value as fc.Arbitrary<JsonValue>;
    const masks = fc.array(fc.constantFrom('email', 'a.email', 'items[].a', 'B', 'a.b.a'), { minLength: 1 });
    fc.assert(
      fc.property(documents, masks, fc.integer({ min: 1, max: 30 }), (document, paths, size) => {
        const isMasked = maskMatcher(paths.map((path) => ({ kind: 'field', path })));
        if (isMasked === null) throw new Error('There are masks');
        const masker = new JsonMasker(isMasked);
        const text = cut(JSON.stringify(document), size).map((piece) => masker.push(piece));
        expect(JSON.parse(Buffer.concat(text).toString())).toEqual(
          maskValue(JSON.parse(JSON.stringify(document)), [], isMasked),
        );
      }),
    );
  });

  it('masks the cells of a row by the names of its columns', () => {
    const isMasked = maskMatcher([
      { kind: 'column', path: 'E.mail' },
      { kind: 'field', path: 'about.phone' },
    ]);
    if (isMasked === null) throw new Error('There are masks');
    const masker = new JsonMasker(isMasked, ['id', 'e.mail', 'about']);
    const row = '[1,"x@y","not phone"]\n';
    expect(masker.push(Buffer.from(row)).toString()).toBe('[1,"••••••","not phone"]\n');
    const nested = new JsonMasker(isMasked, ['id', 'e.mail', 'about']);
    expect(nested.push(Buffer.from('[12345678901234567890,null,{"phone":[1,2],"z":1}]')).toString()).toBe(
      '[12345678901234567890,"••••••",{"phone":"••••••","z":1}]',
    );
  });
});
