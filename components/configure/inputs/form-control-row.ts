import type { Command, CommandInput } from '../panel/use-configure';
import type { Editing } from '../panel/use-editing';
import type { InputFields } from './input-fields';

/** What a row of the section "Form control" gets. */
export interface FormControlRowProps {
  command: Command;
  input: CommandInput;
  editing: Editing<InputFields>;
}
