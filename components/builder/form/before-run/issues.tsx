import type { Input } from '@/lib/inputs/input';
import { inputNames, nameOf, nameOfKey } from '@/lib/inputs/input-names';
import { MISSING } from '@/lib/inputs/is-empty';
import type { ValueIssue } from '@/lib/values/check-values';

/** The inputs that stand in the way of a run, each with its problem. */
export function Issues({ inputs, issues }: { inputs: readonly Input[]; issues: readonly ValueIssue[] }) {
  const names = inputNames(inputs);
  return (
    <ul>
      {issues.map(({ key, message }) => {
        const input = inputs.find((each) => each.key === key);
        return (
          <li key={key}>
            <b>{input === undefined ? nameOfKey(key) : nameOf(names, key)}</b>
            {/* People who may not see a hidden input don't have it at all. */}
            {(input === undefined || input.hidden) && ' (hidden)'}
            {/* What is missing is said above the list. */}
            {message !== MISSING && `: ${message}`}
          </li>
        );
      })}
    </ul>
  );
}
