import { expect, test } from 'vitest';
import { sampleInput } from '@/components/input-form/gallery/sample-input';
import { senderValues } from '@/server/runs/options/sender-values';

const state = sampleInput('state');
const shown = [{ key: 'state', test: 'is' as const, values: ['paid'] }];

test('a default of the sending command is sent only where its conditions show the input', () => {
  const sender = [
    { ...state, defaultAmbiguousInput: 'omit' as const },
    { ...sampleInput('min_total'), defaultValue: '10', useDefaultValue: true, conditions: { shown } },
  ];
  expect(senderValues([state], sender, { state: 'open' }, {})).toEqual({
    values: { state: 'open' },
    needs: [],
  });
  expect(senderValues([state], sender, { state: 'paid' }, {}).values).toEqual({
    state: 'paid',
    min_total: '10',
  });
});

test('a required input that the conditions leave out is not asked for', () => {
  const reason = { ...sampleInput('reason'), defaultAmbiguousInput: 'required' as const };
  const sender = [state, { ...reason, conditions: { shown } }];
  expect(senderValues([state, reason], sender, { state: 'open' }, {}).needs).toEqual([]);
  expect(senderValues([state, reason], sender, { state: 'paid' }, {}).needs).toEqual(['reason']);
});
