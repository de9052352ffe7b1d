import type { JsonValue } from '@/lib/base/json';
import type { Input } from '@/lib/inputs/input';

/** The props of every form control. A control edits one value and knows nothing about the form around it. */
export interface ControlProps {
  /** The id of the focusable element; the label points to it. */
  id: string;
  labelId: string;
  /** The line below the control: its help or its error. */
  helpId: string;
  input: Input;
  /** Undefined while nothing is filled in; null where null itself is the value. */
  value: JsonValue | undefined;
  /** The typed text if it can't be parsed as a value yet (half-written JSON). */
  unreadableText: string | undefined;
  isInvalid: boolean;
  /** Undefined empties the input. `unreadableText` is typed text that isn't a value yet. */
  onChange: (value: JsonValue | undefined, unreadableText?: string) => void;
  onBlur: () => void;
}

/** The attributes that expose a control's state to assistive technology. */
export function stateAttributes({ id, helpId, input, isInvalid }: ControlProps) {
  return {
    id,
    'aria-describedby': helpId,
    'aria-invalid': isInvalid || undefined,
    'aria-required': input.defaultAmbiguousInput === 'required' || undefined,
  };
}

/** The placeholder of an empty text control: the engineer's, or a note that the value is null, not empty. */
export function placeholderOf({ input, value }: ControlProps): string | undefined {
  return value === null ? 'null' : (input.placeholder ?? undefined);
}
