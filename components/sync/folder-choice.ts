import type { DiffRow } from './differences/use-diff';

type Grouped = Pick<DiffRow, 'sourceFolder' | 'sourceTitle' | 'traits'>;

/** Where added commands go: no folder, one folder per group, or one folder. */
export const NO_FOLDER = 'none';
export const NEW_FOLDER = 'new';
export const EACH_GROUP = 'each';

const longestName = 100;

/** The name of the single folder for a source: the description's title, or else the connection's name. */
export function nameOfNew(rows: readonly Grouped[], connectionName: string): string {
  const titles = new Set(rows.map(({ sourceTitle }) => sourceTitle));
  const [only = null] = titles.size === 1 ? [...titles] : [];
  return (only ?? connectionName).slice(0, longestName).trim() || connectionName;
}

/** The choices, by the value that is sent and remembered. */
export function folderChoices(
  rows: readonly Grouped[],
  newName: string,
  own: ReadonlyMap<number, string>,
): { value: string; label: string }[] {
  const isThere = [...own.values()].includes(newName);
  const groups = new Set(rows.flatMap(({ sourceFolder }) => sourceFolder ?? []));
  // A request's traits name its folders; an operation has tags.
  const isCollection = rows.some(
    ({ sourceFolder, traits }) =>
      sourceFolder !== null && traits.some((each) => each.startsWith(sourceFolder)),
  );
  return [
    { value: NO_FOLDER, label: '(No folder)' },
    ...(isThere ? [] : [{ value: NEW_FOLDER, label: `New folder: ${newName}` }]),
    ...(groups.size === 0
      ? []
      : [
          {
            value: EACH_GROUP,
            label: isCollection ? 'One folder per folder of the collection' : 'One folder per tag',
          },
        ]),
    ...Array.from(own, ([id, name]) => ({ value: String(id), label: name })),
  ];
}

/** The remembered choice; no folder if it has disappeared from the list. */
export function chosenOf(
  remembered: string,
  choices: readonly { value: string }[],
  inNew: number | null,
): string {
  if (remembered === NEW_FOLDER && inNew !== null) return String(inNew);
  return choices.some(({ value }) => value === remembered) ? remembered : NO_FOLDER;
}

/** The folder for a row: an id, a name to find or create, or null. */
export function folderOf(choice: string, row: Grouped, newName: string): number | string | null {
  switch (choice) {
    case NO_FOLDER:
      return null;
    case NEW_FOLDER:
      return newName;
    case EACH_GROUP:
      return row.sourceFolder;
    default:
      return Number(choice);
  }
}
