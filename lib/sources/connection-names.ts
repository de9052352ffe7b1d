/** What a connection to an API is called until someone renames it. */
export const connectionName = (host: string): string => `${host} Creds`;

/** The name with the first number that makes it one of its own: `x Creds`, `x Creds 2`. */
export function freeName(name: string, taken: Iterable<string>): string {
  const used = new Set(taken);
  if (!used.has(name)) return name;
  let number = 2;
  while (used.has(`${name} ${number}`)) number += 1;
  return `${name} ${number}`;
}
