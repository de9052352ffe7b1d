import type { SchemaField, SchemaForm } from '@/components/ui/fields/schema-fields';
import { decoded } from '@/lib/base/text/decoded';

interface Part {
  field: SchemaField;
  value: string;
}

const schemes = new Set(['postgres:', 'postgresql:']);

const urlExample = 'postgres://…';

/** The libpq keywords that match our fields. */
const tlsModes: Readonly<Record<string, string>> = {
  disable: 'disable',
  allow: 'prefer',
  prefer: 'prefer',
  require: 'require',
  'verify-ca': 'verify-full',
  'verify-full': 'verify-full',
};

/** An example of how a connection string for the form begins; null if the kind takes no connection string. */
export function connectionStringExample(form: SchemaForm): string | null {
  const has = (path: string): boolean => form.fields.some((field) => field.path === path);
  if (!['host', 'port', 'databaseName', 'username'].every(has)) return null;
  return has('encryption') ? 'Server=…;Database=…' : urlExample;
}

/**
 * `postgres://user:password@host:port/database?sslmode=…`, or `Server=host,port;Database=…;User ID=…` for a form with an
 * encryption, field by field; null for any other text.
 */
export function readConnectionString(text: string, form: SchemaForm): Part[] | null {
  const example = connectionStringExample(form);
  if (example === null) return null;
  const said = example === urlExample ? readUrl(text.trim()) : readPairs(text.trim());
  if (said === null) return null;
  return [...form.fields, ...form.parts.flatMap(({ fields }) => fields)].flatMap((field) => {
    const value = said[field.path] ?? '';
    return value === '' ? [] : [{ field, value }];
  });
}

function readUrl(text: string): Record<string, string> | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  if (!schemes.has(url.protocol) || url.hostname === '') return null;
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port,
    databaseName: decoded(url.pathname.slice(1)),
    username: decoded(url.username),
    password: decoded(url.password),
    'tls.mode': tlsModes[url.searchParams.get('sslmode') ?? ''] ?? '',
  };
}

/** The keywords of an ADO.NET or ODBC connection string that match our fields; one of them may have several names. */
const keywords: readonly (readonly [path: string, names: RegExp])[] = [
  ['host', /^(server|data source|addr|address|network address)$/],
  ['databaseName', /^(database|initial catalog)$/],
  ['username', /^(user id|uid|user)$/],
  ['password', /^(password|pwd)$/],
  ['encrypt', /^encrypt$/],
  ['trust', /^trust ?server ?certificate$/],
];

/** A keyword and its value, which may be in quotes or in braces. */
const pair = /\s*([^=;]+?)\s*=\s*("(?:[^"]|"")*"|'(?:[^']|'')*'|\{(?:[^}]|\}\})*\}|[^;]*)\s*(?:;|$)/g;

function readPairs(text: string): Record<string, string> | null {
  const said: Record<string, string> = {};
  for (const [, name = '', value = ''] of text.matchAll(pair)) {
    const [path] = keywords.find(([, names]) => names.test(name.toLowerCase())) ?? [];
    if (path !== undefined) said[path] = unquoted(value.trim());
  }
  const [, host = '', port = ''] = /^(?:tcp:)?([^,]+?)\s*(?:,\s*(\d+))?$/i.exec(said.host ?? '') ?? [];
  if (host === '') return null;
  return { ...said, host, port, encryption: encryptionOf(said) };
}

function unquoted(value: string): string {
  const [first = ''] = value;
  const last = first === '{' ? '}' : first;
  if (!['"', "'", '{'].includes(first) || !value.endsWith(last) || value.length < 2) return value;
  return value.slice(1, -1).replaceAll(last + last, last);
}

const isYes = (word: string | undefined): boolean => /^(true|yes|mandatory|1)$/i.test(word ?? '');

/** What the string says about encryption; empty if it says nothing. */
function encryptionOf({ encrypt, trust }: Record<string, string>): string {
  if (encrypt === undefined) return '';
  if (/^strict$/i.test(encrypt)) return 'strict';
  if (!isYes(encrypt)) return 'disable';
  return isYes(trust) ? 'require' : 'verify-full';
}
