/** The base of every operation's path. */
export const API_BASE = '/api/v1';

/** Fills `{names}` in a path; each value stays inside its own segment. */
export function fillPath(path: string, params: Readonly<Record<string, string>>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`The path ${path} needs a value for ${name}`);
    return encodeURIComponent(value);
  });
}

/** A query string with its `?`, or nothing; lists repeat their key. */
export function queryString(query: Readonly<Record<string, string | string[] | undefined>>): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    for (const item of [value].flat()) if (item !== undefined) search.append(key, item);
  }
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}
