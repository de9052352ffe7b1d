import type { Dropdown } from './use-dropdowns';

/** The documents' words for what is missing. */
export const NO_VALUES = 'Error: no enum options provided';
export const NO_COMMAND = 'Error: No command selected';
export const NO_COLUMNS = 'Error: no value or display selected';
export const ALREADY_LINKED = "Already selected. Clink 'Unlink' button to remove.";

export const cacheWords = { none: "Don't cache", daily: 'For a day', weekly: 'For a week' } as const;

export type CacheChoice = keyof typeof cacheWords;

export const cacheChoices = Object.entries(cacheWords).map(([value, label]) => ({ value, label }));

/** The list's third column: where the values come from. */
export function valueColumnWords({ kind, senderCommandId, valueColumn }: Dropdown): string {
  if (kind === 'hardcoded') return '[ Hardcoded ]';
  if (senderCommandId === null) return 'From a command that you have no access to';
  return valueColumn?.isPresent === true ? valueColumn.name : 'Error';
}

/** The lines of a text field as values: without spaces around them, empty ones, and repetitions. */
export const valuesIn = (text: string): string[] => [
  ...new Set(
    text
      .split(/\r?\n/)
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
];

/** Whether a dropdown is found by a search: by its name, its command, its columns, and the inputs that use it. */
export function isFound(dropdown: Dropdown, search: string): boolean {
  const wanted = search.trim().toLowerCase();
  const texts = [
    dropdown.name,
    dropdown.sender?.name ?? '',
    dropdown.valueColumn?.name ?? '',
    ...dropdown.uses.flatMap(({ commandName, inputKey }) => [commandName, inputKey]),
  ];
  return wanted === '' || texts.some((text) => text.toLowerCase().includes(wanted));
}
