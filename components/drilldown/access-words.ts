import type { MemberCommand } from './use-drilldown';

function counted(amount: number, role: string): string {
  return `${amount} ${role}${amount === 1 ? '' : 's'}`;
}

/** `2 engineers / 14 runners`. */
export function accessCounts({ engineerCount, runnerCount }: MemberCommand): string {
  return `${counted(engineerCount, 'engineer')} / ${counted(runnerCount, 'runner')}`;
}

function named(role: string, people: readonly { name: string }[], count: number): string[] {
  if (count === 0) return [];
  const more = count - people.length;
  return [`${role}: ${people.map(({ name }) => name).join(', ')}${more > 0 ? ` +${more}` : ''}`];
}

/** The first three of each by name, and the number of others. */
export function accessNames({ engineers, runners, engineerCount, runnerCount }: MemberCommand): string {
  return [...named('Engineers', engineers, engineerCount), ...named('Runners', runners, runnerCount)].join(
    '\n',
  );
}
