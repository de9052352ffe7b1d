import type { listPersonDependents } from '@/lib/contract/dependents/dependents';
import type { ResponseOf } from '@/lib/contract/operation';
import { type Dependents, lossesOf, lossOf } from './dependent-words';

type Whose = 'Their' | 'Its';
type PersonDependents = ResponseOf<typeof listPersonDependents>;

/** Lists what stops with a person or a service account: what runs with their rights, and the programs that act as them. */
export function personLossesOf(
  needing: PersonDependents,
  at: (time: string) => string,
  whose: Whose = 'Their',
): string[] {
  const say: typeof lossOf = (lost, atTime) => lossWithPerson(lost, atTime, whose);
  return [...lossesOf(needing, at, say), ...tokenLosses(needing.programs, whose)];
}

export interface StoppedJob {
  cronJobId: number;
  name: string;
}

/** The scheduled jobs that stop with a person. */
export const jobsOf = ({ dependents }: Pick<PersonDependents, 'dependents'>): StoppedJob[] =>
  dependents.flatMap(({ cronJobId, name }) =>
    cronJobId === null || name === null ? [] : [{ cronJobId, name }],
  );

function lossWithPerson(
  lost: Dependents['dependents'][number],
  at: (time: string) => string,
  whose: Whose,
): string {
  switch (lost.kind) {
    case 'webhook':
      return `The webhook “${lost.name}” no longer starts “${lost.commandName}”.`;
    case 'approval':
      return `${whose} request for approval of a run of “${lost.commandName}” ends unanswered.`;
    case 'run':
      return `${whose} runs of “${lost.commandName}” that are still in line are refused.`;
    default:
      return lossOf(lost, at);
  }
}

function tokenLosses(count: number, whose: Whose): string[] {
  if (count === 0) return [];
  return [
    count === 1
      ? `${whose} access token no longer works here, nor does the program that has it.`
      : `${whose} ${count.toLocaleString('en-US')} access tokens no longer work here, nor do the programs that have them.`,
  ];
}

/** Lists what works again with a person who is restored. */
export function personReturnsOf({ programs: count }: Pick<PersonDependents, 'programs'>): string[] {
  if (count === 0) return [];
  return [
    count === 1
      ? 'Their access token works here again, and so does the program that has it.'
      : `Their ${count.toLocaleString('en-US')} access tokens work here again, and so do the programs that have them.`,
  ];
}
