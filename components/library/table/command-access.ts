import type { CommandSummary } from '../use-library';

type People = Pick<CommandSummary, 'engineers' | 'runners'>;

/** `2 engineers / 14 runners`: everyone, including people who have it through a group. */
export function accessCounts({ engineerCount, runnerCount }: CommandSummary): string {
  return `${count(engineerCount, 'engineer')} / ${count(runnerCount, 'runner')}`;
}

/** Everyone by name, engineers first. */
export function accessNames({ engineers, runners }: People): string {
  const named = (role: string, people: readonly { name: string }[]) =>
    people.length === 0 ? [] : [`${role}: ${people.map(({ name }) => name).join(', ')}`];
  return [...named('Engineers', engineers), ...named('Runners', runners)].join('\n');
}

function count(amount: number, role: string): string {
  return `${amount} ${role}${amount === 1 ? '' : 's'}`;
}
