import type { Input, InputType } from '@/lib/inputs/input';

/** Whether a dropdown can offer values of a type: text, numbers, dates and times, and lists of these. */
export function takesDropdown(type: InputType): boolean {
  if (type.jsonType === 'array') return type.element !== null && isChoosable(type.element);
  return isChoosable(type);
}

function isChoosable({ jsonType, inputType, component, alternatives }: InputType): boolean {
  const isScalar = jsonType === 'string' || jsonType === 'number';
  return isScalar && alternatives === undefined && inputType !== 'password' && component !== 'b-file';
}

/** A type that takes only these values; a list takes any number of them. */
export function choiceType(type: InputType, values: string[]): InputType {
  if (type.element !== null) {
    return { ...type, component: 'multiselect', element: choiceType(type.element, values) };
  }
  return { ...type, component: 'b-select', inputType: null, options: values };
}

/**
 * An input with the values of its hardcoded dropdown as the options of its type, so that forms, checks, and schemas
 * treat it like an enum. Other inputs stay as they are.
 */
export function withChoices({ dropdown, ...input }: Input): Input {
  if (dropdown?.kind !== 'hardcoded' || !takesDropdown(input.type)) return input;
  return { ...input, type: choiceType(input.type, dropdown.values) };
}
