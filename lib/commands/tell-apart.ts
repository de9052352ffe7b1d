/** A command or a folder in a list to choose from. */
interface Listed {
  id: number;
  name: string;
  folderName: string | null;
  /** Empty where the person may not know it. */
  sourceName: string;
}

/**
 * What tells apart those that have a name in common, by id: the folder, the source, or both, as far as they differ; and
 * the id where neither does. Those whose name is theirs alone are left out.
 */
export function tellApart(listed: readonly Listed[]): ReadonlyMap<number, string> {
  const byName = new Map<string, Listed[]>();
  for (const each of listed) {
    const name = each.name.trim().toLowerCase();
    byName.set(name, [...(byName.get(name) ?? []), each]);
  }
  return new Map([...byName.values()].filter((same) => same.length > 1).flatMap((same) => apart(same)));
}

/** The same for commands as lists have them. */
export const apartCommands = (
  commands: readonly { commandId: number; name: string; folderName: string | null; sourceName: string }[],
): ReadonlyMap<number, string> => tellApart(commands.map(({ commandId: id, ...each }) => ({ id, ...each })));

function apart(same: readonly Listed[]): [number, string][] {
  const differs = (part: (each: Listed) => string) => new Set(same.map(part)).size > 1;
  const parts = [folderOf, sourceOf].filter(differs);
  const written = same.map((each) => parts.map((part) => part(each)).filter((text) => text !== ''));
  const texts = written.map((all) => all.join(' · '));
  return same.map(({ id }, index) => {
    const text = texts[index] ?? '';
    const isAlone = text !== '' && texts.filter((other) => other === text).length === 1;
    return [id, isAlone ? text : [...(written[index] ?? []), `#${id}`].join(' · ')];
  });
}

const folderOf = ({ folderName }: Listed): string => folderName ?? 'No folder';
const sourceOf = ({ sourceName }: Listed): string => sourceName;
