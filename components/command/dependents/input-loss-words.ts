import type { listInputDependents } from '@/lib/contract/dependents/dependents';
import type { ResponseOf } from '@/lib/contract/operation';

type InputDependent = ResponseOf<typeof listInputDependents>[number];

/** What is done to an input: `fixed` takes its value from the command or the person, so that nobody else gives it one. */
export type InputChange = 'fixed' | 'hidden' | 'secret' | 'removed' | 'options';

/** What happens to something that has a value for an input or names it, in a sentence; null if it goes on as before. */
function lossOf(
  { kind, key, name, ownerName, nextAt }: InputDependent,
  change: InputChange,
  at: (time: string) => string,
): string | null {
  const next = nextAt === null ? null : `next on ${at(nextAt)}`;
  const about = [ownerName, next].filter((part) => part !== null).join(', ');
  const whose = about === '' ? '' : ` (${about})`;
  const isFixed = change === 'fixed' || change === 'hidden' || change === 'removed';
  switch (kind) {
    case 'job':
    case 'webhook':
    case 'auto_run': {
      const what =
        kind === 'job' ? 'scheduled job' : kind === 'webhook' ? 'webhook' : 'auto-run of the scheduled job';
      if (isFixed) return `The ${what} “${name}”${whose} has a value for ${key}, and will be paused.`;
      return change === 'options'
        ? `The ${what} “${name}”${whose} has a value for ${key}: its runs are refused unless that is an option.`
        : null;
    }
    case 'condition':
      return change === 'fixed' || change === 'options'
        ? null
        : `The command can’t be run until the condition of ${name} is fixed.`;
    case 'check':
      return change === 'removed' ? `The command can’t be run until its check “${name}” is fixed.` : null;
    case 'button':
      if (change === 'removed') return `The button “${name}”, which fills ${key}, is no longer shown.`;
      return isFixed ? `The button “${name}” no longer fills ${key}.` : null;
    case 'undo':
      return change === 'hidden' || change === 'removed'
        ? `“${name}” can’t be taken back until its undo partner is fixed.`
        : null;
    case 'parameter':
      return change === 'options'
        ? null
        : `The options of the dropdown “${name}” depend on ${key}: they may be others, or none.`;
    case 'preset':
      return change === 'options' ? null : `The preset “${name}” no longer fills ${key}.`;
  }
}

/** What stops or changes with inputs, each once. `changes` are by the keys of the inputs. */
export function inputLosses(
  dependents: readonly InputDependent[],
  changes: ReadonlyMap<string, InputChange>,
  at: (time: string) => string,
): string[] {
  const losses = dependents.flatMap((each) => {
    const change = changes.get(each.key);
    const loss = change === undefined ? null : lossOf(each, change, at);
    return loss === null ? [] : [loss];
  });
  return [...new Set(losses)];
}
