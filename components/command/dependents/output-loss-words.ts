import type { listOutputDependents } from '@/lib/contract/dependents/dependents';
import type { ResponseOf } from '@/lib/contract/operation';

export type OutputDependent = ResponseOf<typeof listOutputDependents>[number];

/** What happens to something that takes a value from results whose outputs are about to be others, in a sentence. */
function lossOf(
  { kind, path, name, commandName, ownerName, nextAt }: OutputDependent,
  at: (time: string) => string,
): string {
  switch (kind) {
    case 'dropdown':
      return commandName === null
        ? `A dropdown of a command that you can’t see takes its options from ${path}: it shows no options until that is there again.`
        : `The dropdown of ${name} in “${commandName}” takes its options from ${path}: it shows no options until that is there again.`;
    case 'button':
      return `The button “${name}” fills in ${path}: nobody sees it until that is there again.`;
    case 'auto_run': {
      const next = nextAt === null ? null : `next on ${at(nextAt)}`;
      const about = [ownerName, next].filter((part) => part !== null).join(', ');
      return `The scheduled job “${name}”${about === '' ? '' : ` (${about})`} takes ${path} from each row: no command follows until that is there again.`;
    }
  }
}

/** What stops with outputs, each once. */
export const outputLosses = (
  dependents: readonly OutputDependent[],
  at: (time: string) => string,
): string[] => [...new Set(dependents.map((each) => lossOf(each, at)))];
