/** A text as one word of a POSIX shell, which takes everything between single quotes literally, except a single quote. */
export const shellQuoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
