import statement from 'sql-template-tag';
import type {
  listLoneCommands as listLoneCommandsOperation,
  loneCommand,
} from '@/lib/contract/insight/usage';
import type { Decoded } from '@/lib/wire/wire';
import { PLACED_COLUMNS, PLACED_COMMAND, type PlacedCommand } from '@/server/access/people/people';
import {
  firstPeopleOf,
  loadPeople,
  type PeopleByOrg,
  peopleOf,
} from '@/server/access/people/people-of-commands';
import { column, query } from '@/server/base/database/statements';
import type { Context } from '@/server/operations/context';

const COMMAND = { ...PLACED_COMMAND, name: column.text, folder_name: column.text.nullable() };

/**
 * Commands that only one person can run besides the organization's admins, who can run every command. Copies that follow
 * another command are their owner's by design, and are left out.
 */
export async function listLoneCommands({
  actor,
  subject: { orgId },
}: Context<typeof listLoneCommandsOperation>): Promise<Decoded<typeof loneCommand>[]> {
  const [people, commands, admins] = await Promise.all([
    loadPeople([orgId], 'all'),
    query(
      COMMAND,
      statement`select ${PLACED_COLUMNS}, c.name, d.name as folder_name
        from command c left join folder d on d.org_id = c.org_id and d.folder_id = c.folder_id
        where c.org_id = ${orgId} and c.deleted_at is null and c.follows_command_id is null
        order by lower(c.name), c.command_id`,
    ),
    countAdmins(orgId),
  ]);
  const lone = commands.flatMap((command) => {
    const person = lonePersonOf(people, command, admins);
    return person === null ? [] : [{ command, person }];
  });
  const isPrivate = ({ visibility, created_by_user_id }: PlacedCommand) =>
    visibility === 'justme' && created_by_user_id !== actor.userId;
  const named = lone.filter(({ command }) => !isPrivate(command));
  const privateCount = lone.length - named.length;
  return [
    ...named.map(({ command, person }) => ({
      commandId: command.command_id,
      name: command.name,
      folderName: command.folder_name,
      commands: 1,
      userId: person.userId,
      userName: person.name,
    })),
    ...(privateCount === 0 ? [] : [{ ...NAMELESS, commands: privateCount }]),
  ];
}

const NAMELESS = { commandId: null, name: null, folderName: null, userId: null, userName: null };

/** The only person who can run a command; null if there are others, or none. */
function lonePersonOf(people: PeopleByOrg, command: PlacedCommand, admins: number) {
  // Counted first, since that takes a fraction of the time.
  const { engineerCount, runnerCount } = firstPeopleOf(people, command, 1);
  if (engineerCount + runnerCount > admins + 1) return null;
  const found = peopleOf(people, command).people.filter(({ accessLevel }) => accessLevel !== 'org');
  return found.length === 1 ? (found[0] ?? null) : null;
}

async function countAdmins(orgId: string): Promise<number> {
  const [row] = await query(
    { admins: column.int },
    statement`select count(*)::int as admins from membership
      where org_id = ${orgId} and role = 'admin' and state = 'active'`,
  );
  return row?.admins ?? 0;
}
