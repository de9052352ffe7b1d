import type { Input, InputType } from '@/lib/inputs/input';

/** A plain required text input, changed as a test needs it. */
export function sampleInput(key: string, changes: Partial<Input> = {}, type: Partial<InputType> = {}): Input {
  return {
    inputId: 1,
    templateInputId: 1,
    order: 0,
    key,
    type: {
      typeSystem: 'postgres',
      typeId: 'text',
      jsonType: 'string',
      component: 'b-input',
      inputType: 'text',
      constraints: {},
      options: null,
      element: null,
      properties: null,
      ...type,
    },
    defaultValue: null,
    defaultExpression: null,
    defaultAmbiguousInput: 'required',
    displayName: null,
    placeholder: null,
    note: null,
    tooltip: null,
    hidden: false,
    locked: false,
    variable: null,
    useDefaultValue: false,
    defaultValueSource: 'sync',
    ...changes,
  };
}
