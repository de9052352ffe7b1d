import fc from 'fast-check';
import { expect, it } from 'vitest';
import { JsonIndenter } from './json-indenter';

it('indents JSON in pieces like JSON in one piece', () => {
  fc.assert(
    fc.property(
      fc.jsonValue(),
      fc.integer({ min: 1, max: 9 }),
      fc.boolean(),
      (value, pieceBytes, isSpaced) => {
        const bytes = Buffer.from(JSON.stringify(value, null, isSpaced ? 1 : undefined));
        const indenter = new JsonIndenter();
        const pieces: Buffer[] = [];
        for (let at = 0; at < bytes.length; at += pieceBytes) {
          pieces.push(indenter.push(bytes.subarray(at, at + pieceBytes)));
        }
        expect(Buffer.concat(pieces).toString()).toBe(JSON.stringify(JSON.parse(bytes.toString()), null, 2));
      },
    ),
    { numRuns: 1_000, seed: 61 },
  );
});
