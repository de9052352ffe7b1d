import { optionsOf } from '@/lib/inputs/choices/choosable-controls';
import { optionNames } from '@/lib/inputs/choices/option-names';
import type { InputType } from '@/lib/inputs/input';

/** The option of a closed list that a text names as the form shows it; any other text stays as it is. */
export function closedOption(type: InputType, text: string): string {
  const options = optionsOf(type);
  const written = text.trim();
  if (options.length === 0 || options.includes(text)) return text;
  if (options.includes(written)) return written;
  const names = [...optionNames(options)];
  const [found] =
    names.find(([, name]) => name === written) ??
    names.find(([, name]) => name.toLowerCase() === written.toLowerCase()) ??
    [];
  return found ?? text;
}
