import type { Input } from '@/lib/inputs/input';
import type { JsonValue } from '@/lib/json';

/** What every form control is given. A control edits one value and knows nothing of the form around it. */
export interface ControlProps {
  /** The id of what takes the focus; the label points to it. */
  id: string;
  labelId: string;
  /** The line below the control: its help, or what is wrong. */
  helpId: string;
  input: Input;
  /** Undefined while nothing is filled in; null where null itself is the value. */
  value: JsonValue | undefined;
  /** What was typed, where it is not readable as a value yet (half-written JSON). */
  unreadableText: string | undefined;
  isInvalid: boolean;
  /** Undefined empties the input. `unreadableText` says what was typed that is no value yet. */
  onChange: (value: JsonValue | undefined, unreadableText?: string) => void;
  onBlur: () => void;
}

/** The attributes that make a control's state known to assistive technology. */
export function stateAttributes({ id, helpId, input, isInvalid }: ControlProps) {
  return {
    id,
    'aria-describedby': helpId,
    'aria-invalid': isInvalid || undefined,
    'aria-required': input.defaultAmbiguousInput === 'required' || undefined,
  };
}

/** What an empty text control shows: the engineer's words, or that the value is null rather than empty. */
export function placeholderOf({ input, value }: ControlProps): string | undefined {
  return value === null ? 'null' : (input.placeholder ?? undefined);
}
