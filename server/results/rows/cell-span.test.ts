import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { endOfCell, findCell } from './cell-span';
import { lineBytes } from './line-bytes';

describe('a cell in the line of a row', () => {
  it('is found by its place, whatever the cells before it are', () => {
    const text = fc.oneof(
      fc.constantFrom('', 'x', '"', '\\', '\\"', 'a,b', '[', ']}', 'abc\\', 'Zürich', '123\n'),
      fc.string({ unit: 'binary' }),
    );
    const cell = fc.oneof(
      text,
      fc.constantFrom(null, true, false),
      fc.double({ noNaN: true }),
      fc.jsonValue(),
    );
    fc.assert(
      fc.property(fc.array(cell, { maxLength: 8 }), fc.nat(6), (cells, offset) => {
        const json = JSON.stringify(cells);
        const sizeBytes = Buffer.byteLength(json);
        const line = lineBytes(offset + sizeBytes);
        line.bytes.write(json, offset);
        const end = offset + sizeBytes;
        for (const [index, value] of cells.entries()) {
          const from = findCell(line, offset + 1, end, index);
          const found = line.bytes.toString('utf8', from, endOfCell(line, from));
          expect(found).toBe(JSON.stringify(value));
          const [last] = cells.slice(-1);
          const lastFrom = findCell(line, from, end, cells.length - 1 - index);
          expect(line.bytes.toString('utf8', lastFrom, endOfCell(line, lastFrom))).toBe(JSON.stringify(last));
        }
        expect(findCell(line, offset + 1, end, cells.length)).toBe(-1);
        expect(findCell(line, offset + 1, end, cells.length + 3)).toBe(-1);
      }),
      { numRuns: 500 },
    );
  });
});
