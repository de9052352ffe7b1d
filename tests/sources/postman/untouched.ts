import type { Input, InputValues } from '@/lib/inputs/input';
import { unconfigured } from '@/lib/settings/input-setting-list';
import { checkValues } from '@/lib/values/check-values';
import { planInputs } from '@/server/commands/template/plan-inputs';
import { readExecutable } from '@/server/connectors/rest/executable';
import { baseOf, buildRequest } from '@/server/connectors/rest/request/build-request';
import { importPostman } from '@/server/sources/imports/operations/postman/import-postman';

/** A request as it arrives at a server, apart from what every client says of itself. */
export interface SentRequest {
  name: string;
  method: string;
  /** The path without the address's own, and the query. */
  target: string;
  headers: [name: string, value: string][];
  /** As text; null for none. */
  body: string | null;
}

const ofClients = new Set([
  'accept-encoding',
  'cache-control',
  'connection',
  'content-length',
  'host',
  'postman-token',
  'user-agent',
]);

/** The same request, however a client orders its headers and delimits parts. */
export function comparable(sent: SentRequest): SentRequest {
  const boundary = sent.headers.map(([, value]) => /boundary=(.*)/.exec(value)?.[1]).find(Boolean);
  const plain = (text: string) => (boundary === undefined ? text : text.replaceAll(boundary, 'BOUNDARY'));
  const headers = sent.headers
    .map(([name, value]): [string, string] => [name.toLowerCase(), plain(value)])
    .filter(([name]) => !ofClients.has(name))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return { ...sent, headers, body: sent.body === null || sent.body === '' ? null : plain(sent.body) };
}

/**
 * What a person is asked for: parts of a path, and variables that only an environment knows. Postman sends the latter as
 * they are written.
 */
function askedValues(form: readonly Input[], collection: string): InputValues {
  const alone = new Map(
    [...collection.matchAll(/"key":\s*"([^"]*)",\s*"value":\s*"(\{\{[^{}"]*\}\})"/g)].map(
      ([, key, value]): [string, string] => [key ?? '', value ?? ''],
    ),
  );
  return Object.fromEntries(
    form.flatMap(({ key, defaultValue }): [string, string][] => {
      const [, place = '', name = ''] = /^(\w+)\.(.*)$/s.exec(key) ?? [];
      if (defaultValue !== null) return [];
      if (place === 'variable') return [[key, `{{${name}}}`]];
      const value = alone.get(name);
      if (value !== undefined) return [[key, value]];
      return place === 'path' ? [[key, collection.includes(`{{${name}}}`) ? `{{${name}}}` : 'asked']] : [];
    }),
  );
}

/** What each imported request sends if nobody touches its form. */
export function untouchedRequests(collection: string): SentRequest[] {
  const { baseUrl, operations } = importPostman(collection);
  return operations.map(({ friendlyName: name, inputs, executable }) => {
    const settings = new Map(planInputs([], inputs, []).map((planned) => [planned.key, planned]));
    const form = inputs.map((input, at): Input => {
      const { key, type, defaultExpression } = input;
      const ids = { inputId: at, templateInputId: at };
      return { ...unconfigured, ...ids, key, type, defaultExpression, ...settings.get(key) };
    });
    const checked = checkValues(form, askedValues(form, collection), { variables: {} });
    if (!checked.ok) throw new Error(`${name}: ${JSON.stringify(checked.issues)}`);
    const call = readExecutable(executable);
    const base = baseOf(call.baseUrl ?? baseUrl ?? 'https://untouched.example');
    const none = { headers: [], query: null, cookie: null };
    const { method, target, headers, body } = buildRequest(call, checked.sent, base, none);
    return {
      name,
      method,
      target,
      headers: headers.map(([header, value]): [string, string] => [header, value]),
      body: body === null ? null : Buffer.from(body).toString('utf8'),
    };
  });
}
