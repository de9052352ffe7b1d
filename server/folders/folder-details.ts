import statement from 'sql-template-tag';
import type { folder } from '@/lib/contract/folders';
import type { Decoded } from '@/lib/contract/wire';
import { accessColumn } from '@/server/access/columns';
import type { FolderPeople } from '@/server/access/people/people';
import { column, query } from '@/server/statements';

type Described = Pick<Decoded<typeof folder>, 'people' | 'groups' | 'allPeople'>;

const DETAIL = {
  user_id: column.text,
  email: column.text.nullable(),
  name: column.text,
  state: accessColumn.membershipState.nullable(),
};

/** Adds to the people of some folders what every list of people says of them, and the members of the groups. */
export async function describePeople(orgId: string, folders: readonly FolderPeople[]): Promise<Described[]> {
  const userIds = folders.flatMap(({ people, allPeople }) =>
    [...people, ...allPeople].map(({ userId }) => userId),
  );
  const groupIds = folders.flatMap(({ groups }) => groups.map(({ groupId }) => groupId));
  const [details, members] = await Promise.all([
    query(
      DETAIL,
      statement`select u.user_id, u.email, u.name, m.state from "user" u
        left join membership m on m.org_id = ${orgId} and m.user_id = u.user_id
        where u.user_id in (select unnest(${[...new Set(userIds)]}::text[]))`,
    ),
    query(
      { group_id: column.text, user_id: column.text, name: column.text },
      statement`select gm.group_id, u.user_id, u.name from group_member gm
        join membership m on m.org_id = gm.org_id and m.user_id = gm.user_id and m.state = 'active'
        join "user" u on u.user_id = gm.user_id
        where gm.org_id = ${orgId} and gm.group_id = any(${[...new Set(groupIds)]}) order by u.name, u.user_id`,
    ),
  ]);
  const detailOf = new Map(details.map((row) => [row.user_id, row]));
  const described = <P extends { userId: string }>(person: P) => {
    const detail = detailOf.get(person.userId);
    return {
      ...person,
      uoId: `${person.userId}_${orgId}`,
      email: detail?.email ?? null,
      isDeleted: detail?.state === 'deleted',
      isPending: detail?.state === 'pending',
    };
  };
  return folders.map(({ people, groups, allPeople }) => ({
    people: people.map((person) => ({ ...described(person), accessLevel: 'dir' as const })),
    groups: groups.map((group) => ({
      ...group,
      accessLevel: 'dir' as const,
      people: members
        .filter(({ group_id }) => group_id === group.groupId)
        .map(({ user_id, name }) => ({ userId: user_id, name })),
    })),
    allPeople: allPeople.map(described),
  }));
}
