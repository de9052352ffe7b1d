import type { Constraints, FormComponent, InputType, JsonType, TextInputType } from '@/lib/inputs/input';
import { openapiNumbers } from '@/lib/type-systems/openapi/openapi-numbers';
import { openapiTexts, type TextRow } from '@/lib/type-systems/openapi/openapi-texts';

interface Control {
  jsonType: JsonType;
  component: FormComponent;
  inputType: TextInputType | null;
  constraints: Constraints;
}

const number = (constraints: Constraints): Control => ({
  jsonType: 'number',
  component: 'b-input',
  inputType: 'number',
  constraints,
});

const text = ({ constraints, inputType = 'text', component = 'b-input' }: TextRow): Control => ({
  jsonType: 'string',
  component,
  inputType: component === 'b-input' ? inputType : null,
  constraints,
});

/** Every type with its own control, by name: the type, and the format after a colon. */
export const openapiTypes: ReadonlyMap<string, Control> = new Map([
  ...Object.entries(openapiNumbers).map(([name, constraints]): [string, Control] => [
    name,
    number(constraints),
  ]),
  ...Object.entries(openapiTexts).map(([name, row]): [string, Control] => [name, text(row)]),
  ['boolean', { jsonType: 'boolean', component: 'b-checkbox', inputType: null, constraints: {} }],
  ['array', { jsonType: 'array', component: 'json', inputType: null, constraints: {} }],
  ['object', { jsonType: 'object', component: 'json', inputType: null, constraints: {} }],
]);

/** The types offered for a parameter of a single request, in order. */
export const choosableTypes = [
  'string',
  'number',
  'boolean',
  'array',
  'object',
  'number:float',
  'number:double',
  'integer',
  'integer:int32',
  'integer:int64',
  'string:date',
  'string:date-time',
  'string:password',
  'string:byte',
  'string:binary',
  'string:email',
  'string:uuid',
  'string:uri',
  'string:hostname',
  'string:ipv4',
  'string:ipv6',
] as const;

/** What a description may say about a type besides its name. */
export interface OpenapiDetails {
  constraints?: Constraints;
  options?: string[] | null;
  element?: InputType | null;
  properties?: InputType['properties'];
  requiredKeys?: string[];
  isOpen?: boolean;
  alternatives?: InputType[];
}

/**
 * How an input of an OpenAPI type looks in a form. An unknown format falls back to its type; a description's own limits
 * narrow the type's.
 */
export function openapiInputType(typeName: string, details: OpenapiDetails = {}): InputType {
  const [base = ''] = typeName.split(':', 1);
  const control = openapiTypes.get(typeName) ?? openapiTypes.get(base);
  if (control === undefined) return anyJson(typeName);
  const { element = null, options = null } = details;
  const constraints = { ...control.constraints, ...details.constraints };
  return {
    typeSystem: 'openapi',
    typeId: typeName,
    jsonType: control.jsonType,
    component: componentOf(control, options, element),
    inputType: control.inputType === 'text' && isLong(constraints) ? 'textarea' : control.inputType,
    constraints,
    options: options ?? (control.jsonType === 'array' ? (element?.options ?? null) : null),
    element,
    properties: details.properties ?? null,
    ...(details.requiredKeys === undefined ? {} : { requiredKeys: details.requiredKeys }),
    ...(details.isOpen === undefined ? {} : { isOpen: details.isOpen }),
    ...(details.alternatives === undefined ? {} : { alternatives: details.alternatives }),
  };
}

/** A value that may be any JSON. */
export function anyJson(typeId = 'any'): InputType {
  return {
    typeSystem: 'openapi',
    typeId,
    jsonType: 'object',
    component: 'json',
    inputType: null,
    constraints: {},
    options: null,
    element: null,
    properties: null,
  };
}

/** An object with any members. */
export const anyObject = (): InputType => ({ ...anyJson('object'), isOpen: true });

const longText = 200;

const isLong = ({ maxLength = 0 }: Constraints): boolean => maxLength > longText;

function componentOf(control: Control, options: string[] | null, element: InputType | null): FormComponent {
  if (control.jsonType === 'array') {
    const isListed = element?.component === 'b-input' || element?.component === 'b-select';
    return isListed ? 'multiselect' : 'json';
  }
  return options !== null && control.jsonType !== 'boolean' ? 'b-select' : control.component;
}
