import type { JsonValue } from '@/lib/base/json';
import type { Input } from '@/lib/inputs/input';
import type { InputCheck, InputCheckTest } from '@/lib/settings/condition-terms';
import { compareValues } from '@/lib/values/compare-values';

const holdsFor: Readonly<Record<InputCheckTest, (order: number) => boolean>> = {
  is_after: (order) => order > 0,
  is_before: (order) => order < 0,
  is_at_least: (order) => order >= 0,
  is_at_most: (order) => order <= 0,
  is_same: (order) => order === 0,
  is_different: (order) => order !== 0,
};

/** The checks that values break, each at the input that the check is about. */
export function brokenChecks(
  checks: readonly InputCheck[],
  inputs: readonly Input[],
  sent: Readonly<Record<string, JsonValue>>,
): { key: string; message: string }[] {
  const byKey = new Map(inputs.map((input) => [input.key, input]));
  return checks.flatMap(({ left, test, right, value, message }) => {
    const input = byKey.get(left);
    const [a, b] = [ownOf(sent, left), right === null ? value : ownOf(sent, right)];
    if (input === undefined || a === undefined || b === undefined) return [];
    const order = compareValues(input, a, b);
    return order === null || holdsFor[test](order) ? [] : [{ key: left, message }];
  });
}

function ownOf(sent: Readonly<Record<string, JsonValue>>, key: string): JsonValue | undefined {
  const value = Object.hasOwn(sent, key) ? sent[key] : undefined;
  return value === null || value === '' ? undefined : value;
}
