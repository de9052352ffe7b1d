/** Names of people and organizations are at most this long. */
export const LONGEST_NAME = 40;

/** `Dana's org`: what an organization is called until somebody thinks of something better. */
export function orgNameOf(personName: string): string {
  const [first = ''] = personName.trim().split(/\s+/);
  const ending = "'s org";
  return first === '' ? '' : `${[...first].slice(0, LONGEST_NAME - ending.length).join('')}${ending}`;
}

/** A sandbox goes by its number; by none where it is the only organization there is. */
export function shownOrgName(
  org: { orgId: string; name: string; isSandbox: boolean },
  isOnly: boolean,
): string {
  if (!org.isSandbox) return org.name;
  if (isOnly) return 'Sandbox';
  const number = /^sandbox-(\d+)$/.exec(org.orgId)?.[1];
  return number === undefined ? org.name : `Sandbox ${number}`;
}
