import type { folder } from '@/lib/contract/library/folders';
import type { Decoded } from '@/lib/wire/wire';
import type { FolderPeople, FolderPerson } from '@/server/access/people/people';

type Described = Pick<Decoded<typeof folder>, 'people' | 'groups' | 'allPeople'>;

type DescribedPerson = Described['people'][number];

/** Adds to the people and groups of some folders what every list of them says. */
export function describePeople(orgId: string, folders: readonly FolderPeople[]): Described[] {
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
      people: [...group.people],
    })),
    allPeople: allPeople.map(described),
  }));
}
