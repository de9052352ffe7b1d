import { connectionOf, type SchemaField, type SchemaForm } from '@/components/ui/fields/schema-fields';
import type { JsonValue } from '@/lib/base/json';

type Settings = Readonly<Record<string, JsonValue>>;

export const fieldsOfForm = ({ fields, parts }: SchemaForm): SchemaField[] => [
  ...fields,
  ...parts.flatMap((part) => part.fields),
];

/** The initial values of a saved connection's form. Saved secrets aren't sent, so their fields are empty. */
export function savedValues(form: SchemaForm, settings: Settings): Record<string, string> {
  return Object.fromEntries(
    fieldsOfForm(form).map(({ path, isSecret }) => [path, isSecret ? '' : textAt(settings, path)]),
  );
}

function textAt(settings: Settings, path: string): string {
  const [key = '', inner] = path.split('.', 2);
  const value = settings[key];
  const found =
    inner === undefined
      ? value
      : typeof value === 'object' && value !== null && !Array.isArray(value)
        ? value[inner]
        : undefined;
  return found === undefined || found === null ? '' : String(found);
}

/**
 * The changes for the request: emptied fields are null, and unchanged ones are left out. A sealed part is sent as a
 * whole, so an empty field of it gets its default.
 */
export function changedPart(
  form: SchemaForm,
  saved: Readonly<Record<string, string>>,
  values: Readonly<Record<string, string>>,
): Record<string, JsonValue> {
  const fields = fieldsOfForm(form);
  const isChanged = ({ path }: SchemaField) => (values[path] ?? '') !== (saved[path] ?? '');
  const touched = new Set(fields.filter(isChanged).map(({ path }) => path.split('.', 1)[0]));
  const ofTouched = ({ path }: SchemaField) => touched.has(path.split('.', 1)[0]);
  const filled = connectionOf(
    { fields: fields.filter(ofTouched), parts: [] },
    Object.fromEntries(fields.filter(ofTouched).map(({ path }) => [path, values[path] ?? ''])),
  );
  const emptied = [...touched].flatMap((key) => (key === undefined || key in filled ? [] : [[key, null]]));
  return { ...Object.fromEntries(emptied), ...filled };
}
