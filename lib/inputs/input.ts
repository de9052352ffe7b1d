import type { JsonValue } from '@/lib/base/json';
import type { Conditions } from '@/lib/settings/condition-terms';
import type { InputSettingValues } from '@/lib/settings/input-settings';

/** The shape of an input's value as JSON carries it. */
export type JsonType = 'string' | 'number' | 'boolean' | 'array' | 'object';

/** The form control that edits an input. */
export type FormComponent =
  | 'b-input'
  | 'b-checkbox'
  | 'b-select'
  | 'b-datepicker'
  | 'b-datetimepicker'
  | 'b-timepicker'
  | 'multiselect'
  /** A file, held as base64 or as a `data:` address. */
  | 'b-file'
  | 'json';

/** How a `b-input` is rendered. */
export type TextInputType = 'text' | 'textarea' | 'number' | 'password' | 'email';

/**
 * A type's own limits. Numeric bounds are a JSON number where a double holds them exactly, and decimal
 * text where it does not; bounds of dates and times are ISO 8601 text. Both ends are included.
 */
export interface Constraints {
  minimum?: number | string;
  maximum?: number | string;
  /** The smallest difference between two values, e.g. 1 for integers, "0.01" for two decimals. */
  step?: number | string;
  minLength?: number;
  /** In characters (code points), not bytes. */
  maxLength?: number;
  /** The charset that a text is stored in, where that isn't Unicode; `maxLength` counts its bytes then. */
  charset?: string;
  /** How many moments of a second are kept; see `secondsFault`. */
  ticksPerSecond?: number;
  /** In bytes of UTF-8, for types that are cut at bytes. */
  maxBytes?: number;
  /** A pattern that a whole value must match; it comes from our own type tables, never from a person. */
  pattern?: string;
  /**
   * A pattern from a description, which some part of a value must match. It is checked by an engine that can't be made to
   * hang.
   */
  sourcePattern?: string;
  /** Exclusive bounds. */
  exclusiveMinimum?: number | string;
  exclusiveMaximum?: number | string;
  multipleOf?: number | string;
  /** How many items a list, or keys an object, may have. */
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  minProperties?: number;
  maxProperties?: number;
  /** The message when a bound or the pattern isn't met; by default it is made from the bound. */
  validationMessage?: string;
}

/** One type of a type system: what its values look like, and which control edits them. */
export interface InputType {
  /** The name of the type system it belongs to; `typeId` is unique within one. */
  typeSystem: string;
  /** The source's own name for the type, e.g. `integer`, `numeric(12,2)`, `text[]`, `shop.order_status`. */
  typeId: string;
  jsonType: JsonType;
  component: FormComponent;
  inputType: TextInputType | null;
  constraints: Constraints;
  /** The allowed values of a closed list (an enum), in its own order; null for an open type. */
  options: string[] | null;
  /** The type of each element of an array; null for every other type. */
  element: InputType | null;
  /** The attributes of an object, in order; null for every other type. */
  properties: { key: string; type: InputType }[] | null;
  /** The attributes that an object must have. */
  requiredKeys?: string[];
  /** Whether an object may have attributes other than its `properties`. */
  isOpen?: boolean;
  /** The types of which a value must fit at least one. */
  alternatives?: InputType[];
}

/**
 * What an empty input (an absent key, or "") becomes: `required` refuses it, `explicitNull` sends null,
 * `emptyString` sends "", `omit` leaves the parameter out.
 */
export type AmbiguousDefault = 'required' | 'explicitNull' | 'emptyString' | 'omit';

/** An input as its source declares it. */
export interface TemplateInput {
  /** The argument's name byte for byte, or `$1`, `$2`… for an unnamed one. Unique within a template. */
  key: string;
  type: InputType;
  /** The source's literal default; null if there is none, or only an expression. */
  defaultValue: JsonValue;
  /** A default that only the source can evaluate, such as `now()`; shown as help, never sent. */
  defaultExpression: string | null;
  defaultAmbiguousInput: AmbiguousDefault;
  /** Whether the source itself sends its default, as a request of a collection does, so that the form opens with it. */
  isPrefilled?: boolean;
  /** The source's own comment on the input. */
  description: string | null;
  /** The title of its group at the source; absent or null without one. */
  groupHeader?: string | null;
  /** When the source takes it, depending on other inputs; absent or null for always. */
  conditions?: Conditions | null;
}

/** What is known about every signed-in person. */
export const personVariables = ['user_id', 'user_email', 'user_name'] as const;

/** The dropdown of an input, as far as runs need it. `values` are those of a hardcoded one. */
export interface InputDropdown {
  kind: 'hardcoded' | 'command_output';
  values: string[];
}

/** An input of one command, as configured by its engineers. */
export interface Input
  extends Omit<TemplateInput, 'description' | 'groupHeader' | 'conditions' | 'isPrefilled'>,
    InputSettingValues {
  inputId: number;
  templateInputId: number;
  /** Only on the server, as it is stored; `withChoices` makes it part of the type. */
  dropdown?: InputDropdown | null;
}

/** What a person filled in, by input key. An absent key is an empty input; an explicit null is a value. */
export type InputValues = Record<string, JsonValue>;
