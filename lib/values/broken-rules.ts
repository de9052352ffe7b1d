import type { Input } from '@/lib/inputs/input';
import { inputNames, nameOf } from '@/lib/inputs/input-names';
import type { InputCheck } from '@/lib/settings/condition-terms';
import type { ValueIssue } from '@/lib/values/check-values';
import { canBeCondition } from '@/lib/values/conditions';

const FIX = 'An engineer of this command must fix it in Configure.';

/**
 * Conditions and checks that name an input which is gone, and conditions on one that people no longer see: what they
 * guard must not run without them. Each stands at an input that the command has.
 */
export function brokenRules(inputs: readonly Input[], checks: readonly InputCheck[]): ValueIssue[] {
  const byKey = new Map(inputs.map((input) => [input.key, input]));
  const names = inputNames(inputs);
  const ofConditions = inputs.flatMap(({ key, conditions }) =>
    Object.values(conditions ?? {})
      .flat()
      .flatMap((term) => {
        const other = byKey.get(term.key);
        if (other !== undefined && canBeCondition(other)) return [];
        const why =
          other === undefined ? 'which this command no longer has' : 'which is hidden or secret now';
        return { key, message: `Its condition depends on “${nameOf(names, term.key)}”, ${why}. ${FIX}` };
      }),
  );
  const ofChecks = checks.flatMap(({ left, right, message }) => {
    const keys = right === null ? [left] : [left, right];
    const missing = keys.find((key) => !byKey.has(key));
    if (missing === undefined) return [];
    const key = keys.find((each) => byKey.has(each)) ?? inputs[0]?.key ?? left;
    return {
      key,
      message: `The check “${message}” compares “${missing}”, which this command no longer has. ${FIX}`,
    };
  });
  return [...ofConditions, ...ofChecks];
}
