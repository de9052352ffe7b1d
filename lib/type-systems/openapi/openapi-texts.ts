import type { Constraints, FormComponent, TextInputType } from '@/lib/inputs/input';

/** A row of the table of texts. */
export interface TextRow {
  constraints: Constraints;
  inputType?: TextInputType;
  component?: FormComponent;
}

const hex = '[0-9a-fA-F]';
const byte4 = '(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)';

/** The types that are written as text, by name, as the OpenAPI format registry and JSON Schema define them. */
export const openapiTexts: Readonly<Record<string, TextRow>> = {
  string: { constraints: {} },
  'string:date': {
    constraints: { minimum: '0000-01-01', maximum: '9999-12-31' },
    component: 'b-datepicker',
  },
  'string:date-time': {
    constraints: { minimum: '0000-01-01', maximum: '9999-12-31' },
    component: 'b-datetimepicker',
  },
  'string:time': { constraints: {}, component: 'b-timepicker' },
  'string:duration': {
    constraints: {
      pattern:
        'P(?!$)(?:\\d+Y)?(?:\\d+M)?(?:\\d+W)?(?:\\d+D)?(?:T(?:\\d+H)?(?:\\d+M)?(?:\\d+(?:\\.\\d+)?S)?)?',
      validationMessage: 'Must be a duration such as P1DT12H',
    },
  },
  'string:password': { constraints: {}, inputType: 'password' },
  'string:byte': {
    constraints: { pattern: '[A-Za-z0-9+\\/_\\-\\s]*={0,2}', validationMessage: 'Must be base64' },
    inputType: 'textarea',
  },
  'string:binary': { constraints: {}, component: 'b-file' },
  'string:email': {
    constraints: { pattern: '[^@\\s]+@[^@\\s]+', validationMessage: 'Must be an email address' },
    inputType: 'email',
  },
  'string:uuid': {
    constraints: {
      maxLength: 36,
      pattern: `${hex}{8}-${hex}{4}-${hex}{4}-${hex}{4}-${hex}{12}`,
      validationMessage: 'Must be of form: xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx',
    },
  },
  'string:uri': {
    constraints: {
      pattern: '[A-Za-z][A-Za-z0-9+.\\-]*:\\S*',
      validationMessage: 'Must be an address such as https://example.com/page',
    },
  },
  'string:hostname': {
    constraints: {
      maxLength: 253,
      pattern: '[A-Za-z0-9](?:[A-Za-z0-9\\-.]*[A-Za-z0-9])?\\.?',
      validationMessage: 'Must be a host name such as api.example.com',
    },
  },
  'string:ipv4': {
    constraints: {
      pattern: `${byte4}(?:\\.${byte4}){3}`,
      validationMessage: 'Must be an address such as 192.0.2.10',
    },
  },
  'string:ipv6': {
    constraints: {
      pattern: '(?=.*:)[0-9a-fA-F:.]{2,45}',
      validationMessage: 'Must be an address such as 2001:db8::1',
    },
  },
};
