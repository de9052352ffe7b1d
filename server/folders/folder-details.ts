import statement from 'sql-template-tag';
import type { folder } from '@/lib/contract/folders';
import type { Decoded } from '@/lib/contract/wire';
import type { FolderPeople, FolderPerson } from '@/server/access/people/people';
import { column, query } from '@/server/statements';

type Described = Pick<Decoded<typeof folder>, 'people' | 'groups' | 'allPeople'>;

type DescribedPerson = Described['people'][number];

/** Adds to the people of some folders what every list of people says of them, and the members of the groups. */
export async function describePeople(orgId: string, folders: readonly FolderPeople[]): Promise<Described[]> {
  const members = await membersOf(
    orgId,
    folders.flatMap(({ groups }) => groups.map(({ groupId }) => groupId)),
  );
  // The same few people have most folders.
  const known = new Map<FolderPerson, DescribedPerson>();
  const described = (person: FolderPerson): DescribedPerson => {
    const before = known.get(person);
    if (before !== undefined) return before;
    const { accessLevel } = person;
    // Nobody who was removed has folders.
    const made = {
      ...person,
      accessLevel,
      uoId: `${person.userId}_${orgId}`,
      isDeleted: false,
      isPending: person.isPending ?? false,
    };
    known.set(person, made);
    return made;
  };
  return folders.map(({ people, groups, allPeople }) => ({
    people: people.map(described),
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

async function membersOf(orgId: string, groupIds: readonly string[]) {
  if (groupIds.length === 0) return [];
  return query(
    { group_id: column.text, user_id: column.text, name: column.text },
    statement`select gm.group_id, u.user_id, u.name from group_member gm
      join membership m on m.org_id = gm.org_id and m.user_id = gm.user_id and m.state = 'active'
      join "user" u on u.user_id = gm.user_id
      where gm.org_id = ${orgId} and gm.group_id = any(${[...new Set(groupIds)]}) order by u.name, u.user_id`,
  );
}
