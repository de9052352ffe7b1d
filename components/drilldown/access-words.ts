import { wayWords } from '@/lib/access/grant-words';
import { counted } from '@/lib/base/text/counted';
import { allOf } from '@/lib/base/text/lists';
import type { MemberAccess, MemberCommand, PromisedAccess } from './use-drilldown';

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

/** What gives a member a command, the strongest first: `by the group Support; shared with them`. */
export const accessWays = ({ grants }: MemberAccess): string => [...new Set(grants.map(wayWords))].join('; ');

interface Standing {
  isAdmin: boolean;
  /** What they may do with each command. */
  access: Iterable<Pick<MemberAccess, 'role'>>;
  groups: readonly { name: string }[];
}

/** What a member is in the organization: `Member · engineer of 2 commands, runner of 14 · in Support and Finance`. */
export function standingWords({ isAdmin, access, groups }: Standing): string {
  const roles = [...access].map(({ role }) => role);
  const engineer = roles.filter((role) => role === 'admin').length;
  const runner = roles.length - engineer;
  const parts = [
    ...(engineer > 0 ? [`engineer of ${commands(engineer)}`] : []),
    ...(runner > 0 ? [`runner of ${engineer > 0 ? runner.toLocaleString('en-US') : commands(runner)}`] : []),
  ];
  return [
    isAdmin ? 'Admin' : 'Member',
    isAdmin ? 'engineer of every command' : parts.join(', ') || 'no commands yet',
    ...(groups.length === 0 ? [] : [`in ${allOf(groups.map(({ name }) => name))}`]),
  ].join(' · ');
}

interface Invited {
  isAdmin: boolean;
  promised: readonly PromisedAccess[];
  groups: readonly { name: string }[];
}

/** What an invited person will be: `Invited: will be engineer of 5 commands in Orders once they join · in Support`. */
export function invitedWords({ isAdmin, promised, groups }: Invited): string {
  const parts = promised.map(
    ({ role, folder, commandCount }) =>
      `${role === 'admin' ? 'engineer' : 'runner'} of ${commands(commandCount)}${folder === null ? '' : ` in ${folder.name}`}`,
  );
  const what = isAdmin ? ['an admin, engineer of every command,'] : parts;
  return [
    what.length === 0 ? 'Invited · no commands yet' : `Invited: will be ${allOf(what)} once they join`,
    ...(groups.length === 0 ? [] : [`in ${allOf(groups.map(({ name }) => name))}`]),
  ].join(' · ');
}

const commands = (count: number): string =>
  count === 1 ? '1 command' : `${count.toLocaleString('en-US')} commands`;
