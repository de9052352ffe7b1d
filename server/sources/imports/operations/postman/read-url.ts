import { maskedType } from '@/lib/inputs/secrets/secret-names';
import { openapiInputType } from '@/lib/type-systems/openapi/openapi-types';
import { isNode, listAt, type Node, proseAt, textAt, valueAt } from '@/server/sources/imports/parse/node';
import type { ReadParameter } from '../openapi/parameters';
import { literalQuery, splitPath } from '../openapi/paths';
import { bareQuery, isWithoutValue, withRepeated } from './read-query';
import { saidValue } from './said-value';
import { asBraces, hasVariable, isVariable, type Variables } from './variables';
import { writtenPair } from './written-query';

/** Where a request goes: the part before its path, filled in as far as the collection allows, and the rest. */
export interface ReadUrl {
  base: string;
  path: string;
  parameters: ReadParameter[];
  /** What of its query can't be changed; null for nothing. */
  fixedQuery: string | null;
  /** How it differs from what Postman sends. */
  notes: string[];
}

/** Splits a request's address, as Postman's own library has parsed it. */
export function readUrl(url: Node, variables: Variables): ReadUrl {
  const host = listAt(url, 'host').map(String).join('.');
  const protocol = textAt(url, 'protocol');
  const port = valueAt(url, 'port');
  const written = `${protocol === null ? '' : `${protocol}://`}${host}${port === undefined || port === null ? '' : `:${port}`}`;
  const values = new Map(
    listAt(url, 'variable').flatMap((each) =>
      isNode(each) ? [[textAt(each, 'key') ?? textAt(each, 'id') ?? '', each] as const] : [],
    ),
  );
  const names = new Set(values.keys());
  const segments = listAt(url, 'path').map((each) =>
    segmentOf(typeof each === 'string' ? each : '', variables, names),
  );
  const path = segments.length === 0 ? '' : `/${segments.join('/')}`;
  const { parameters } = splitPath(path, []);
  for (const { input, parameter } of parameters) {
    const variable = values.get(parameter.name);
    if (variable === undefined) continue;
    input.description = proseAt(variable, 'description');
    input.defaultValue = variables.fillWhole(textAt(variable, 'value') ?? '') || null;
  }
  const rows = listAt(url, 'query');
  const query = rows.flatMap((each) =>
    isNode(each) && !isWithoutValue(each) ? (textParameter(each, 'query', variables) ?? []) : [],
  );
  const { base, query: ofBase, notes } = divideBase(baseOf(written, variables), path);
  const fixed = [...ofBase, ...bareQuery(rows, variables)];
  return {
    base,
    path,
    parameters: [...parameters, ...withRepeated(query)],
    fixedQuery: fixed.length === 0 ? null : fixed.join('&'),
    notes,
  };
}

/** A variable may hold an address with a query of its own. */
function divideBase(whole: string, path: string): { base: string; query: string[]; notes: string[] } {
  const [written = '', query = ''] = whole.replace(/#.*$/s, '').split(/\?(.*)/s);
  const base = written.replace(/\/+$/, '');
  if (query === '') return { base, query: [], notes: [] };
  const shown = query.slice(0, 100);
  if (hasVariable(query))
    return {
      base,
      query: [],
      notes: [`Its address has the query "${shown}", which holds a variable without a value: it isn't sent.`],
    };
  const notes =
    path === ''
      ? []
      : [
          `Its base URL ends with the query "${shown}". Postman would write the path after it; it is sent after the path.`,
        ];
  return { base, query: query.split('&').map(literalQuery), notes };
}

/** Postman sends requests without a scheme to http. */
function baseOf(written: string, variables: Variables): string {
  // If only an environment defines the server, it defines the scheme too: with or without one, it is the same server.
  const filled = variables
    .fill(written)
    .trim()
    .replace(/\/+$/, '')
    .replace(/^https?:\/\/(?=\{\{)/i, '');
  return filled === '' || /^https?:\/\//i.test(filled) || filled.startsWith('{{')
    ? filled
    : `http://${filled}`;
}

/**
 * `:id` is a path variable, also before a dot (`:id.json`) or an action (`:id:cancel`), and so is `{{id}}` without a value.
 *
 * @param names of the variables that the request describes
 */
function segmentOf(segment: string, variables: Variables, names: ReadonlySet<string>): string {
  const filled = variables.fill(segment);
  const [, whole] = /^:([^{}.]+)/.exec(filled) ?? [];
  if (whole === undefined) return asBraces(filled);
  const name = names.has(whole) ? whole : whole.split(':', 1)[0] || whole;
  return `{${name}}${asBraces(filled.slice(name.length + 1))}`;
}

/** A row of a request's query or headers: an optional text, with its value as the default if it is enabled. */
export function textParameter(
  row: Node,
  place: 'query' | 'header',
  variables: Variables,
): ReadParameter | null {
  const read = place === 'query' ? percentDecoded : (text: string) => ({ text, isWhole: true });
  const writtenName = variables.fillWhole(textAt(row, 'key') ?? '')?.replaceAll('\0', '') ?? '';
  const { text: name, isWhole } = read(writtenName);
  if (name === '') return null;
  const isOff = valueAt(row, 'disabled') === true;
  const filled = variables.fill(textAt(row, 'value') ?? '');
  const value = read(filled);
  const key = `${place}.${name}`;
  const type = maskedType(name, openapiInputType('string'));
  const text = value.text.replaceAll('\0', '');
  const said = saidValue(type, isOff || isVariable(filled) ? undefined : text);
  const isWritten = place === 'query' && said.defaultValue === text && !hasVariable(filled);
  return {
    input: {
      key,
      type,
      defaultExpression: null,
      description: proseAt(row, 'description'),
      ...said,
    },
    parameter: {
      key,
      name,
      in: place,
      style: place === 'query' ? 'form' : 'simple',
      explode: place === 'query',
      // A value whose encoding can't be read is sent as written.
      ...(isWhole && value.isWhole ? {} : { allowReserved: true }),
      ...(isWritten ? { asWritten: { value: text, text: writtenPair(writtenName, filled) } } : {}),
    },
  };
}

/** Decodes percent-encoded text of a collection, since it is encoded again when it is sent. */
function percentDecoded(written: string): { text: string; isWhole: boolean } {
  let isWhole = true;
  const text = written.replace(/(?:%[0-9a-f]{2})+/gi, (piece) => {
    try {
      return decodeURIComponent(piece);
    } catch {
      isWhole = false;
      return piece;
    }
  });
  return { text: isWhole ? text : written, isWhole };
}

const isSent = ({ input }: ReadParameter): boolean =>
  input.defaultValue !== null || input.defaultAmbiguousInput !== 'omit';

/** A name may appear twice, enabled and disabled; the first enabled one counts. */
export function unique(parameters: readonly ReadParameter[]): ReadParameter[] {
  const byKey = new Map<string, ReadParameter>();
  for (const each of parameters) {
    const known = byKey.get(each.input.key);
    if (known === undefined || (!isSent(known) && isSent(each))) {
      byKey.set(each.input.key, each);
    }
  }
  return [...byKey.values()];
}
