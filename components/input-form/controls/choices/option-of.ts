/** Stands for the empty text, which a group of buttons would take for no choice. No option of a source holds NUL. */
const EMPTY_OPTION = '\0';

/** An option as a list or a button has it, by its name if it has one. */
export const optionOf = (text: string, names: ReadonlyMap<string, string>) =>
  text === ''
    ? { value: EMPTY_OPTION, label: '(empty text)' }
    : { value: text, label: names.get(text) ?? text };

/** The text of an option that was chosen. */
export const textOfOption = (option: string): string => (option === EMPTY_OPTION ? '' : option);
