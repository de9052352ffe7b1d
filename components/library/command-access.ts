import type { CommandSummary } from './use-library';

/** Who can access a command, counted and named. */
export interface CommandAccess {
  /** `2 engineers / 14 runners`, groups counted as one each. */
  counts: string;
  /** Everybody by name, engineers first. */
  names: string;
  people: { userId: string; name: string }[];
}

/** Puts a command's people and groups together for the column that tells who can access it. */
export function describeAccess(command: CommandSummary): CommandAccess {
  const { engineers, runners, engineerGroups, runnerGroups } = command;
  const engineerCount = engineers.length + engineerGroups.length;
  const runnerCount = runners.length + runnerGroups.length;
  const named = (role: string, all: { name: string }[]) =>
    all.length === 0 ? [] : [`${role}: ${all.map(({ name }) => name).join(', ')}`];
  return {
    counts: `${count(engineerCount, 'engineer')} / ${count(runnerCount, 'runner')}`,
    names: [
      ...named('Engineers', [...engineers, ...engineerGroups]),
      ...named('Runners', [...runners, ...runnerGroups]),
    ].join('\n'),
    people: [...engineers, ...runners],
  };
}

function count(amount: number, role: string): string {
  return `${amount} ${role}${amount === 1 ? '' : 's'}`;
}
