import { expect, it } from 'vitest';
import { sampleInput } from '@/components/input-form/gallery/sample-input';
import { inputNames } from '@/lib/inputs/input-names';
import { readPastedRow } from './pasted-row';

const inputs = [
  sampleInput('order_id', { displayName: 'Order ID' }),
  sampleInput('city'),
  sampleInput('tags', {}, { jsonType: 'array' }),
];
const read = (from: number, text: string) => readPastedRow(inputs, inputNames(inputs), from, text);

it('fills the input it is pasted into and those after it', () => {
  expect(read(0, '12\tBoston\ta, b\n')).toEqual({
    values: { order_id: '12', city: 'Boston', tags: ['a', 'b'] },
  });
  expect(read(1, 'Paris\tx\tbeyond the form')).toEqual({ values: { city: 'Paris', tags: ['x'] } });
  expect(read(0, '12\t\t"a\tb"')).toEqual({ values: { order_id: '12', tags: ['a', 'b'] } });
});

it('follows the names above it', () => {
  expect(read(0, 'City\tunknown\torder id\r\nBoston\t?\t7\r\n')).toEqual({
    values: { city: 'Boston', order_id: '7' },
  });
});

it('refuses several rows', () => {
  expect(read(0, '1\tBoston\n2\tParis')).toMatchObject({ problem: expect.stringContaining('Bulk run') });
  expect(read(0, 'city\torder id\nBoston\t1\nParis\t2')).toMatchObject({ problem: expect.any(String) });
});
