import { expect, test } from 'vitest';
import { undoPartnerWords } from '@/lib/settings/undo/undo-words';
import { undoValues } from './undo-values';

const maps = [
  { input_key: 'order_id', from: 'input', name: 'order_id' },
  { input_key: 'status', from: 'output', name: 'old_status' },
  { input_key: 'reason', from: 'value', value: 'Taken back' },
  { input_key: 'notify', from: 'value', value: false },
] as const;

test('an undoing is filled in from the values of a run, its result, and fixed values', () => {
  const payload = { columns: [{ name: 'old_status', type: 'text' }], rows: [['open']] };
  expect(undoValues(maps, { params: { order_id: 7 }, payload })).toEqual({
    order_id: 7,
    status: 'open',
    reason: 'Taken back',
    notify: false,
  });
});

test('an undo partner is told in one line', () => {
  expect(undoPartnerWords({ kit_id: 12, minutes: 60, maps: [...maps] })).toBe(
    'Command 12, for 60 minutes (order_id from the input order_id, status from old_status, reason is always Taken back, notify is always false)',
  );
});
