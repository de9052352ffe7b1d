import { connectionOf, type SchemaField, type SchemaForm } from '@/components/ui/fields/schema-fields';
import type { JsonValue } from '@/lib/json';

type Settings = Readonly<Record<string, JsonValue>>;

export const fieldsOfForm = ({ fields, parts }: SchemaForm): SchemaField[] => [
  ...fields,
  ...parts.flatMap((part) => part.fields),
];

/** What a saved connection's form begins with. A saved secret is not sent, so its field is empty. */
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
 * What was changed, as the request takes it: what was emptied is null, and what is as it was is left out. A
 * part that is sealed goes whole, so a field of it that is left empty takes its default.
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
