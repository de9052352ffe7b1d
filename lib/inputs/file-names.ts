/** A file among values: its type, its name if it came with one, and its content. */
const FILE = /data:([^",]*);base64,[^"\s]*/g;

/** Returns a text with the names of files in place of their content; a file without a name is a `File`. */
export const withFileNames = (text: string): string =>
  text.replace(FILE, (_, facts: string) => nameIn(facts) ?? 'File');

function nameIn(facts: string): string | null {
  const [, name] = /;name=([^;]+)/.exec(facts) ?? [];
  if (name === undefined) return null;
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
