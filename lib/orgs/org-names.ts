/** Names of people and organizations are at most this long. */
export const LONGEST_NAME = 40;

/** `Dana's org`: the default name of a person's organization. */
export function orgNameOf(personName: string): string {
  const [first = ''] = personName.trim().split(/\s+/);
  const ending = "'s org";
  return first === '' ? '' : `${[...first].slice(0, LONGEST_NAME - ending.length).join('')}${ending}`;
}

/** A sandbox is named by its number, which is left out if it is the person's only organization. */
export function shownOrgName(
  org: { orgId: string; name: string; isSandbox: boolean },
  isOnly: boolean,
): string {
  if (!org.isSandbox) return org.name;
  if (isOnly) return 'Sandbox';
  const number = /^sandbox-(\d+)$/.exec(org.orgId)?.[1];
  return number === undefined ? org.name : `Sandbox ${number}`;
}
