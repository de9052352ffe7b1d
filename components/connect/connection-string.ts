import type { SchemaField, SchemaForm } from '@/components/ui/fields/schema-fields';

interface Part {
  field: SchemaField;
  value: string;
}

const schemes = new Set(['postgres:', 'postgresql:']);

/** The libpq keywords that match our fields. */
const tlsModes: Readonly<Record<string, string>> = {
  disable: 'disable',
  allow: 'prefer',
  prefer: 'prefer',
  require: 'require',
  'verify-ca': 'verify-full',
  'verify-full': 'verify-full',
};

/** Whether the form has the fields of a Postgres connection string. */
export function takesConnectionString({ fields }: SchemaForm): boolean {
  return ['host', 'port', 'databaseName', 'username'].every((path) =>
    fields.some((field) => field.path === path),
  );
}

/** `postgres://user:password@host:port/database?sslmode=…`, field by field; null for any other text. */
export function readConnectionString(text: string, form: SchemaForm): Part[] | null {
  if (!takesConnectionString(form) || !URL.canParse(text.trim())) return null;
  const url = new URL(text.trim());
  if (!schemes.has(url.protocol) || url.hostname === '') return null;
  const said: Record<string, string> = {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port,
    databaseName: decoded(url.pathname.slice(1)),
    username: decoded(url.username),
    password: decoded(url.password),
    'tls.mode': tlsModes[url.searchParams.get('sslmode') ?? ''] ?? '',
  };
  return [...form.fields, ...form.parts.flatMap(({ fields }) => fields)].flatMap((field) => {
    const value = said[field.path] ?? '';
    return value === '' ? [] : [{ field, value }];
  });
}

/** A stray % is kept as is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
