import type { Constraints, FormComponent, InputType, JsonType, TextInputType } from '@/lib/inputs/input';

/** How the values of a script's type are filled in. */
export interface ScriptControl {
  jsonType: JsonType;
  component: FormComponent;
  inputType: TextInputType | null;
  constraints: Constraints;
}

const control = (
  jsonType: JsonType,
  component: FormComponent,
  inputType: TextInputType | null,
  constraints: Constraints = {},
): ScriptControl => ({ jsonType, component, inputType, constraints });

/** A number of double precision, which both languages compute with. */
export const doubles: Constraints = { minimum: -Number.MAX_VALUE, maximum: Number.MAX_VALUE };

export const numberControl = (constraints: Constraints): ScriptControl =>
  control('number', 'b-input', 'number', constraints);
export const textControl = (
  constraints: Constraints = {},
  inputType: TextInputType = 'text',
): ScriptControl => control('string', 'b-input', inputType, constraints);
export const dateControl = (minimum: string, maximum: string): ScriptControl =>
  control('string', 'b-datepicker', null, { minimum, maximum });
export const momentControl = (minimum: string, maximum: string): ScriptControl =>
  control('string', 'b-datetimepicker', null, { minimum, maximum });
export const timeControl = control('string', 'b-timepicker', null);
export const booleanControl = control('boolean', 'b-checkbox', null);
export const objectControl = control('object', 'json', null);
export const listControl = (constraints: Constraints = {}): ScriptControl =>
  control('array', 'json', null, constraints);

/** Bytes as base64. */
export const base64: Constraints = {
  pattern: '[A-Za-z0-9+\\/_\\-\\s]*={0,2}',
  validationMessage: 'Must be base64',
};

/** A type of a script, with the type of its elements where it is a list. */
export function scriptInputType(
  typeSystem: string,
  typeId: string,
  { jsonType, component, inputType, constraints }: ScriptControl,
  element: InputType | null = null,
): InputType {
  const isListed = element?.component === 'b-input' || element?.component === 'b-select';
  return {
    typeSystem,
    typeId,
    jsonType,
    component: jsonType === 'array' && isListed ? 'multiselect' : component,
    inputType,
    constraints,
    options: jsonType === 'array' ? (element?.options ?? null) : null,
    element,
    properties: null,
  };
}

/** A closed list of texts, as both languages have them. */
export const choiceType = (typeSystem: string, typeId: string, options: string[]): InputType => ({
  ...scriptInputType(typeSystem, typeId, control('string', 'b-select', null)),
  options,
});
