/** A name as a part of a statement, whatever is in it. */
export const quoteName = (name: string): string => `[${name.replaceAll(']', ']]')}]`;

export const quoteObject = (schema: string, name: string): string =>
  `${quoteName(schema)}.${quoteName(name)}`;

/** A name as it is, but quoted if its end would be ambiguous. */
const nameText = (name: string): string => (/[.[\]"]/.test(name) ? quoteName(name) : name);

/** The full name of a routine as people read it. */
export const cloudNameOf = (schema: string, name: string): string => `${nameText(schema)}.${nameText(name)}`;

/** The two parts of such a name; null if it isn't one. */
export function partsOfName(cloudName: string): { schema: string; name: string } | null {
  const match = /^(\[(?:[^\]]|\]\])*\]|[^.[\]"]+)\.(\[(?:[^\]]|\]\])*\]|[^.[\]"]+)$/s.exec(cloudName);
  const [, schema, name] = match ?? [];
  if (schema === undefined || name === undefined) return null;
  return { schema: plainName(schema), name: plainName(name) };
}

const plainName = (text: string): string =>
  text.startsWith('[') ? text.slice(1, -1).replaceAll(']]', ']') : text;

/** A parameter's name can't be quoted, so that only one that needs no quotes can be used. */
export const isParameterName = (name: string): boolean => /^@[\p{L}\p{N}_@#$]+$/u.test(name);

export const cloudIdPrefix = (credsId: number): string => `db::mssql::${credsId}::`;
