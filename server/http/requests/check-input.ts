import { z } from 'zod';
import { withPlainNumbers } from '@/lib/base/exact-json';
import type { AnyOperation } from '@/lib/contract/operation';
import { id, longId } from '@/lib/wire/values';
import { AppError, notFound } from '@/server/base/errors';

/** A request as received, before any check. */
export interface RawInput {
  params: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string | string[]>>;
  body: unknown;
}

/** Keys that may be repeated; every other one may appear once. */
const LISTS = new Set(['filter']);

export function rawQuery(search: URLSearchParams): RawInput['query'] {
  const query: Record<string, string | string[]> = {};
  for (const key of new Set(search.keys())) {
    const values = search.getAll(key);
    query[key] = LISTS.has(key) || values.length > 1 ? values : (values[0] ?? '');
  }
  return query;
}

/** Nobody reads more than this, and what was sent is not sent back. */
const MOST_ISSUES = 100;
const MOST_KEYS = 10;
const LONGEST_KEY = 100;
const LONGEST_PATH = 300;

function issuesOf(error: z.ZodError, wrap: (path: string) => string) {
  return error.issues
    .slice(0, MOST_ISSUES)
    .map((issue) => ({ path: wrap(issue.path.join('.')).slice(0, LONGEST_PATH), message: messageOf(issue) }));
}

const EXPECTED: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

/** What is wrong with a value whose schema has no words of its own. */
const inWords: z.core.$ZodErrorMap = (issue) => {
  const expected = issue.code === 'invalid_type' ? EXPECTED[issue.expected] : undefined;
  return expected === undefined ? undefined : `Must be ${expected}`;
};
const CONTEXT = { error: inWords, reportInput: true };

function messageOf(issue: z.core.$ZodIssue): string {
  if (issue.code !== 'unrecognized_keys')
    return 'input' in issue && issue.input === undefined ? 'Is missing' : issue.message;
  const named = issue.keys.slice(0, MOST_KEYS).map((key) => JSON.stringify(key.slice(0, LONGEST_KEY)));
  const more = issue.keys.length - named.length;
  return `Unrecognized key${issue.keys.length > 1 ? 's' : ''}: ${named.join(', ')}${more > 0 ? `, and ${more} more` : ''}`;
}

/** The path's values. A path that can't match names nothing: 404. */
export function checkParams<O extends AnyOperation>(operation: O, raw: RawInput): z.output<O['params']> {
  const params = z.safeDecode(operation.params, raw.params);
  if (!params.success || Object.values(raw.params).some((value) => value.includes('\0'))) throw notFound();
  return params.data as z.output<O['params']>;
}

/** Query and body, decoded to our keys. Throws 400 with every issue. */
export function checkInput<O extends AnyOperation>(operation: O, raw: RawInput) {
  const query = z.safeDecode(operation.query, raw.query, CONTEXT);
  const body = checkBody(operation, raw.body);
  const issues = [
    ...(query.success ? [] : issuesOf(query.error, (path) => `query.${path}`.replace(/\.$/, ''))),
    ...(body.success ? [] : issuesOf(body.error, (path) => path || 'body')),
  ];
  if (!query.success || !body.success) {
    throw invalidRequest(issues);
  }
  return { query: query.data, body: body.data };
}

/** More are only listed. */
const MOST_SAID = 5;

function invalidRequest(issues: { path: string; message: string }[]): AppError {
  const said = issues.slice(0, MOST_SAID).map(({ path, message }) => `${path} – ${message}`);
  const more = issues.length - said.length;
  const words = [...said, ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
  return new AppError('invalid', `The request is not valid: ${words}`, { issues });
}

/** Numbers are exact only within the values of inputs; everywhere else, they are numbers. */
function checkBody(operation: AnyOperation, body: unknown) {
  const schema = operation.body ?? noBody;
  const exact = z.safeDecode(schema, body, CONTEXT);
  const plain = exact.success ? body : withPlainNumbers(body);
  return plain === body ? exact : z.safeDecode(schema, plain, CONTEXT);
}

/** An operation without a body accepts none, or an empty object for clients that always send one. */
const noBody = z.strictObject({}).optional();

/**
 * The id of the request's subject. In the path it has been checked; in the body it may still be anything, and an invalid
 * one is the body's error: 400.
 */
export function idAt(place: string, params: unknown, body: unknown): number {
  const [where, key] = place.split('.', 2) as ['path' | 'body', string];
  const holder = where === 'path' ? params : body;
  const value =
    typeof holder === 'object' && holder !== null && Object.hasOwn(holder, key)
      ? (holder as Record<string, unknown>)[key]
      : undefined;
  const isLong = where === 'path' || key === 'runId' || key === 'parentRunId';
  const checked = (isLong ? longId : id).safeParse(value);
  if (checked.success) return checked.data;
  throw invalidRequest([{ path: key, message: value === undefined ? 'Is missing' : 'Must be an id' }]);
}
