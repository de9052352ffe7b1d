import { isJsonObject, type JsonValue } from '@/lib/base/json';

/** One field of a form that is made from a connector's JSON Schema. */
export interface SchemaField {
  /** Its place: `host`, or `tls.mode` inside a part. */
  path: string;
  label: string;
  /** What it is, or where to find it; null where the label says enough. */
  hint: string | null;
  /** `pairs` are names with a value each; its value here is JSON of `Pairs`. */
  kind: 'text' | 'number' | 'password' | 'choice' | 'lines' | 'pairs';
  options: string[];
  /** The labels of the options, if they differ from the values. */
  optionLabels: Record<string, string>;
  /** The default, shown as a hint. */
  fallback: string | null;
  isRequired: boolean;
  isSecret: boolean;
  /** Whether a list of connections shows that it is filled in, as dots. */
  isShownMasked: boolean;
  /** The values of another field that make this one appear; null if it always does. */
  when: { path: string; values: string[] } | null;
  /** The step of the form that asks for it, from 1. */
  step: number;
  /** What it is called at certain values of another field; null if it always has its label. */
  labelWhen: { path: string; labels: Record<string, string> } | null;
}

/** Names with their values; null removes a name that is saved. */
export type Pairs = Record<string, string | null>;

/** The names and values in the value of such a field. */
export const pairsIn = (text: string): Pairs => (text === '' ? {} : JSON.parse(text));

/** The fields at the top level, and folded parts: those with several fields, such as TLS, and what few people need. */
export interface SchemaForm {
  fields: SchemaField[];
  parts: { label: string; fields: SchemaField[] }[];
}

type Schema = { [key: string]: JsonValue };

/** For a nullable schema, the other alternative. */
function withoutNull(schema: Schema): Schema {
  const either = Array.isArray(schema.anyOf) ? schema.anyOf.filter(isJsonObject) : [];
  const { anyOf: _, ...rest } = schema;
  const other = either.find(({ type }) => type !== 'null');
  return other === undefined ? schema : { ...other, ...rest };
}

/** `databaseName` is shown as `Database name` where the schema has no title for it. */
function inWords(key: string): string {
  const words = key.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const labelOf = (key: string, { title }: Schema) => (typeof title === 'string' ? title : inWords(key));

function kindOf(schema: Schema, isSecret: boolean): SchemaField['kind'] {
  if (schema.pairs === true) return 'pairs';
  if (Array.isArray(schema.enum)) return 'choice';
  if (schema.type === 'integer' || schema.type === 'number') return 'number';
  if (schema.multiline === true) return 'lines';
  return isSecret ? 'password' : 'text';
}

/** `labels: {bearer_token: 'Bearer token'}` in the schema. */
function labelsOf({ labels }: Schema): Record<string, string> {
  return isJsonObject(labels)
    ? Object.fromEntries(Object.entries(labels).map(([key, label]) => [key, String(label)]))
    : {};
}

/** `when: {authType: ['bearer_token']}` in the schema: only asked for with those values of that field. */
function whenOf({ when }: Schema): SchemaField['when'] {
  const [path, values] = isJsonObject(when) ? (Object.entries(when)[0] ?? []) : [];
  return path === undefined || !Array.isArray(values) ? null : { path, values: values.map(String) };
}

/** `titleWhen: {authentication: {entra: 'Client ID'}}` in the schema: another title with those values of that field. */
function labelWhenOf({ titleWhen }: Schema): SchemaField['labelWhen'] {
  const [path, labels] = isJsonObject(titleWhen) ? (Object.entries(titleWhen)[0] ?? []) : [];
  if (path === undefined || !isJsonObject(labels)) return null;
  return { path, labels: labelsOf({ labels }) };
}

/** The fields to show, with what they are called, given the values of the others. */
export function askedFields(
  fields: readonly SchemaField[],
  values: Readonly<Record<string, string>>,
): SchemaField[] {
  const chosen = (at: string): string =>
    values[at] || (fields.find(({ path }) => path === at)?.fallback ?? '');
  return fields
    .filter(({ when }) => when === null || when.values.includes(chosen(when.path)))
    .map((field) => {
      const { labelWhen } = field;
      const label = labelWhen === null ? undefined : labelWhen.labels[chosen(labelWhen.path)];
      return label === undefined ? field : { ...field, label };
    });
}

/** Reads the form from a connector's JSON Schema, in the schema's order; `hidden` fields are filled in elsewhere. */
export function formOfSchema(schema: Schema, secretKeys: readonly string[]): SchemaForm {
  const form: SchemaForm = { fields: [], parts: [] };
  for (const [key, value] of Object.entries(isJsonObject(schema.properties) ? schema.properties : {})) {
    const property = withoutNull(isJsonObject(value) ? value : {});
    const isSecret = secretKeys.includes(key);
    if (property.hidden === true) continue;
    if (property.type === 'object' && property.pairs !== true) {
      form.parts.push({ label: labelOf(key, property), fields: fieldsOf(property, `${key}.`, isSecret) });
    } else if (typeof property.part === 'string') {
      form.parts.push({ label: property.part, fields: [fieldOf(schema, key, property, key, isSecret)] });
    } else {
      form.fields.push(fieldOf(schema, key, property, key, isSecret));
    }
  }
  return form;
}

function fieldsOf(schema: Schema, prefix: string, isSecret: boolean): SchemaField[] {
  return Object.entries(isJsonObject(schema.properties) ? schema.properties : {}).map(([key, value]) =>
    fieldOf(schema, key, withoutNull(isJsonObject(value) ? value : {}), prefix + key, isSecret),
  );
}

function fieldOf(parent: Schema, key: string, schema: Schema, path: string, isSecret: boolean): SchemaField {
  const required = Array.isArray(parent.required) ? parent.required : [];
  return {
    path,
    label: labelOf(key, schema),
    hint: typeof schema.hint === 'string' ? schema.hint : null,
    kind: kindOf(schema, isSecret),
    options: Array.isArray(schema.enum) ? schema.enum.map(String) : [],
    optionLabels: labelsOf(schema),
    fallback: schema.default === undefined || schema.default === '' ? null : String(schema.default),
    // One that is only asked for at times can't be required by the schema as a whole.
    isRequired: required.includes(key) || schema.neededIfAsked === true,
    isSecret,
    isShownMasked: schema.masked === true,
    step: typeof schema.step === 'number' ? schema.step : 1,
    when: whenOf(schema),
    labelWhen: labelWhenOf(schema),
  };
}

function valueOfField({ kind }: SchemaField, text: string): JsonValue | undefined {
  if (kind === 'number' && /^-?\d+$/.test(text.trim())) return Number(text);
  if (kind !== 'pairs') return text;
  const pairs = pairsIn(text);
  return Object.keys(pairs).length === 0 ? undefined : pairs;
}

/** The filled-in values as a connection: empty fields are left out and get their default. */
export function connectionOf(
  { fields, parts }: SchemaForm,
  values: Readonly<Record<string, string>>,
): Record<string, JsonValue> {
  const connection: Record<string, JsonValue> = {};
  for (const field of [...fields, ...parts.flatMap((part) => part.fields)]) {
    const text = values[field.path] ?? '';
    if (text === '') continue;
    const value = valueOfField(field, text);
    if (value === undefined) continue;
    const [key = '', inner] = field.path.split('.', 2);
    if (inner === undefined) {
      connection[key] = value;
      continue;
    }
    const part = connection[key];
    connection[key] = { ...(isJsonObject(part) ? part : {}), [inner]: value };
  }
  return connection;
}
