import { expect, test } from 'vitest';
import { sampleInput } from '@/components/input-form/gallery/sample-input';
import type { InputCheck } from '@/lib/settings/condition-terms';
import { brokenRules } from './broken-rules';

const check = (left: string, right: string | null): InputCheck => ({
  left,
  test: 'is_at_most',
  right,
  message: 'At most ten rows',
});
const dependsOn = (key: string) => ({
  ...sampleInput('reason'),
  conditions: { required: [{ key, test: 'is_filled' as const, values: [] }] },
});

test('rules about inputs that are there are whole', () => {
  const inputs = [sampleInput('amount'), dependsOn('amount')];
  expect(brokenRules(inputs, [check('amount', null), check('amount', 'reason')])).toEqual([]);
});

test('a condition on an input that is gone, or that people no longer see, is broken', () => {
  expect(brokenRules([dependsOn('max_rows')], [])).toEqual([
    {
      key: 'reason',
      message:
        'Its condition depends on “max_rows”, which this command no longer has. An engineer of this command must fix it in Configure.',
    },
  ]);
  const [hidden] = brokenRules([{ ...sampleInput('amount'), hidden: true }, dependsOn('amount')], []);
  expect(hidden?.message).toContain('which is hidden or secret now');
});

test('a check that compares an input which is gone is broken, and stands at one that is there', () => {
  const inputs = [sampleInput('amount')];
  expect(brokenRules(inputs, [check('max_rows', null)])[0]).toMatchObject({ key: 'amount' });
  expect(brokenRules(inputs, [check('amount', 'max_rows')])[0]?.message).toContain(
    'The check “At most ten rows” compares “max_rows”, which this command no longer has.',
  );
  expect(brokenRules([], [check('max_rows', null)])[0]).toMatchObject({ key: 'max_rows' });
});
