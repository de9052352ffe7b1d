import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BulkRows, readBulkRows, writeBulkRows } from './bulk-rows';

const id = fc.integer({ min: 1, max: 2_000_000_000 });
const rows = fc.oneof(
  fc.record({ kind: fc.constant('runs' as const), runIds: fc.array(id, { minLength: 1, maxLength: 9 }) }),
  fc.record({ kind: fc.constant('matching' as const), filter: fc.array(fc.string(), { maxLength: 5 }) }),
  fc.record({ kind: fc.constantFrom('failed' as const, 'left-out' as const), runId: id }),
  fc.record({
    kind: fc.constant('picked' as const),
    commandId: id,
    runId: id,
    decorationId: id,
    places: fc
      .uniqueArray(fc.integer({ min: 0, max: 5000 }), { minLength: 1, maxLength: 40 })
      .map((places) => places.sort((a, b) => a - b)),
  }),
);

describe('where the rows of a bulk run come from', () => {
  it('survives an address, in which panels are divided by commas', () => {
    fc.assert(
      fc.property(rows, (given: BulkRows) => {
        const text = writeBulkRows(given);
        expect(text).not.toContain(',');
        expect(readBulkRows(text)).toEqual(given);
      }),
      { numRuns: 60 },
    );
  });

  it('is nothing for other texts', () => {
    const others = [
      '',
      'x',
      '1-x',
      'failed~',
      'failed~0',
      'left-out~x',
      'match~{',
      'match~{}',
      'rows~1-2~0_1',
      'rows~1-2-3~5_1',
      'rows~1-2-3~0_99999999',
    ];
    expect(others.map(readBulkRows)).toEqual(others.map(() => null));
  });
});
