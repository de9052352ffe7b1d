import statement from 'sql-template-tag';
import { orgRoleOf } from '@/lib/access/decide';
import type {
  commandPeople,
  listCommandPeople as listCommandPeopleOperation,
} from '@/lib/contract/sharing/sharing';
import type { Decoded } from '@/lib/wire/wire';
import { folderGrantHolders } from '@/server/access/grants';
import { invitedPeople } from '@/server/access/people/invited-people';
import { PLACED_COLUMNS, PLACED_COMMAND } from '@/server/access/people/people';
import { peopleOfCommands } from '@/server/access/people/people-of-commands';
import { column, query } from '@/server/base/database/statements';
import { notFound } from '@/server/base/errors';
import type { Context } from '@/server/operations/context';
import { groupsWithAccess } from '@/server/sharing/groups-with-access';

/**
 * Returns everyone who has a command, and for members those who will have it when they join. People of other organizations
 * see names without addresses.
 */
export async function listCommandPeople({
  actor,
  subject: { orgId, commandId },
}: Context<typeof listCommandPeopleOperation>): Promise<Decoded<typeof commandPeople>> {
  const [command] = await query(
    PLACED_COMMAND,
    statement`select ${PLACED_COLUMNS} from command c
     where c.org_id = ${orgId} and c.command_id = ${commandId}`,
  );
  if (command === undefined) throw notFound();
  const [of, groups] = await Promise.all([
    peopleOfCommands([command]),
    groupsWithAccess(orgId, commandId, command.folder_id),
  ]);
  const found = of.get(commandId)?.people ?? [];
  const userIds = found.map(({ userId }) => userId);
  const isMember = orgRoleOf(actor, orgId) !== null;
  const [emails, own, invited] = await Promise.all([
    query(
      { user_id: column.text, email: column.text.nullable() },
      statement`select user_id, email from "user" where user_id = any(${userIds})`,
    ),
    query({ user_id: column.text }, folderGrantHolders(orgId, command.folder_id, userIds)),
    // The grants of a private command don't count until its visibility changes.
    isMember && command.visibility !== 'justme' ? invitedPeople(orgId, commandId) : [],
  ]);
  const emailOf = new Map(emails.map((row) => [row.user_id, row.email]));
  const hasFolder = new Set(own.map((row) => row.user_id));
  const active = found.map((person) => ({
    ...person,
    email: isMember ? (emailOf.get(person.userId) ?? null) : null,
    isPending: false,
  }));
  const pending = invited.map((person) => ({ ...person, accessLevel: 'user_kit' as const, isPending: true }));
  const people = [...active, ...pending].map((person) => ({
    ...person,
    uoId: `${person.userId}_${orgId}`,
    isDeleted: false,
  }));
  return {
    visibility: command.visibility,
    people,
    withoutGroups: people.filter(
      ({ userId, accessLevel }) => accessLevel !== 'kit' && (accessLevel !== 'dir' || hasFolder.has(userId)),
    ),
    groups,
    allPeople: people,
  };
}
