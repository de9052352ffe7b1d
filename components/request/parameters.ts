import type { RequestUrl } from '@/lib/sources/request-url';
import type { choosableTypes } from '@/lib/type-systems/openapi/openapi-types';

export type ChoosableType = (typeof choosableTypes)[number];

/** A parameter of a request, as it is being described. */
export interface ParameterRow {
  /** `path.x`, `query.x` or `body`. */
  key: string;
  place: 'Path' | 'Query' | 'Body';
  name: string;
  typeName: ChoosableType;
  isRequired: boolean;
}

/** Methods that usually send something. */
const withBody = new Set(['post', 'put', 'patch']);

/** One row per parameter of an address; existing settings are kept. */
export function parametersOf(
  url: RequestUrl,
  method: string,
  before: readonly ParameterRow[],
): ParameterRow[] {
  const known = new Map(before.map((row) => [row.key, row]));
  const rows: ParameterRow[] = [
    ...url.pathNames.map(
      (name): ParameterRow => ({
        key: `path.${name}`,
        place: 'Path',
        name,
        typeName: 'string',
        isRequired: true,
      }),
    ),
    ...url.query.map(
      ({ name }): ParameterRow => ({
        key: `query.${name}`,
        place: 'Query',
        name,
        typeName: 'string',
        isRequired: false,
      }),
    ),
    ...(withBody.has(method)
      ? [{ key: 'body', place: 'Body', name: 'JSON body', typeName: 'object', isRequired: false } as const]
      : []),
  ];
  return rows.map((row) => known.get(row.key) ?? row);
}

/** The rows in the API's format. An empty optional one is left out of the call. */
export function requestInputs(rows: readonly ParameterRow[]) {
  return rows.map(({ key, typeName, isRequired }) => ({
    key,
    typeSystem: 'openapi' as const,
    typeName,
    defaultAmbiguousInput: isRequired ? null : ('omit' as const),
    displayName: key,
  }));
}
