import { describe, expect, it } from 'vitest';
import { readPastedTable } from './pasted-table';

const inputs = [
  { key: 'order_id', displayName: 'Order ID' },
  { key: 'amount', displayName: null },
  { key: 'reason', displayName: null },
];

function read(text: string, into: string | null = 'order_id') {
  const pasted = readPastedTable(text, inputs, into);
  if (pasted === null || 'problem' in pasted) return pasted;
  return {
    rows: pasted.table.rows,
    matched: Object.fromEntries(pasted.matched),
    numbers: pasted.table.numbers,
  };
}

describe('a pasted table', () => {
  it('fills the columns from the one it is pasted into', () => {
    expect(read('1\t2.50\n2\t3.50\n')).toEqual({
      rows: [
        ['1', '2.50'],
        ['2', '3.50'],
      ],
      matched: { order_id: 0, amount: 1 },
      numbers: [1, 2],
    });
    expect(read('2.50\tlate', 'amount')).toMatchObject({ matched: { amount: 0, reason: 1 } });
    expect(read('late\tmore', 'reason')).toMatchObject({ matched: { reason: 0 } });
  });

  it('has a header if its first line names inputs, wherever it is pasted', () => {
    expect(read('Amount\tcustomer\tORDER ID\r\n2.50\tAda\t1\r\n', 'reason')).toEqual({
      rows: [['2.50', 'Ada', '1']],
      matched: { amount: 0, order_id: 2 },
      numbers: [2],
    });
    // A line that nothing follows is values.
    expect(read('amount\treason')).toMatchObject({ rows: [['amount', 'reason']] });
  });

  it('keeps the numbers of its lines when empty ones are left out, and the cells of short ones', () => {
    expect(read('1\t2\n\t\n\n3')).toEqual({
      rows: [
        ['1', '2'],
        ['3', ''],
      ],
      matched: { order_id: 0, amount: 1 },
      numbers: [1, 4],
    });
  });

  it('keeps cells with tabs and lines in quotes, as spreadsheet programs copy them', () => {
    expect(read('1\t2\t"a\tb\nc ""d"""')).toMatchObject({ rows: [['1', '2', 'a\tb\nc "d"']] });
    expect(read('1\t"2')).toEqual({ problem: 'The quotes of the pasted table do not come in pairs.' });
  });

  it('may be CSV where no field has the focus, and is the value of one that has', () => {
    expect(read('order_id;amount\n1;2,50\n2;3,50', null)).toMatchObject({
      rows: [
        ['1', '2,50'],
        ['2', '3,50'],
      ],
      matched: { order_id: 0, amount: 1 },
    });
    expect(read('1\n2', null)).toMatchObject({ rows: [['1'], ['2']], matched: { order_id: 0 } });
    expect(read('a,b\nc,d', 'reason')).toBeNull();
    expect(read('\n\n', null)).toEqual({ problem: 'The clipboard has no table.' });
  });
});
