import type { Input, InputType } from '@/lib/inputs/input';
import { unconfigured } from '@/lib/settings/input-setting-list';

/** A plain required text input, changed as a test needs it. */
export function sampleInput(key: string, changes: Partial<Input> = {}, type: Partial<InputType> = {}): Input {
  return {
    inputId: 1,
    templateInputId: 1,
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
    defaultExpression: null,
    ...unconfigured,
    ...changes,
  };
}
