import { cellText } from '@/lib/results/table/result-table';
import { ConnectorError } from '../_shared/connector-error';
import { isHeaderValue } from '../_shared/http/call-headers';
import type { Variables } from '../types';
import { type RestConnection, STATIC } from './connection';

/** The parts of a credential that can come from variables, by the way to authenticate that uses them. */
const parts: Partial<
  Record<RestConnection['authType'], readonly ('bearerToken' | 'username' | 'password')[]>
> = {
  bearer_token: ['bearerToken'],
  basic_auth: ['username', 'password'],
  digest_auth: ['username', 'password'],
};

const partsOf = (connection: RestConnection) =>
  (parts[connection.authType] ?? [])
    .map((part) => ({ part, source: connection[`${part}Source`] }))
    .filter(({ source }) => source !== STATIC);

/** Whether a run needs variables of its person to authenticate. */
export const needsVariables = (connection: RestConnection): boolean => partsOf(connection).length > 0;

/** Fills in the parts of a credential that come from variables. Throws `unauthorized` if one has no value. */
export function fillVariables(connection: RestConnection, variables: Variables): RestConnection {
  const filled = partsOf(connection).map(({ part, source }) => {
    const text = Object.hasOwn(variables, source) ? cellText(variables[source] ?? null) : '';
    if (text === '' || !isHeaderValue(text)) {
      throw new ConnectorError(
        'unauthorized',
        `The credential of this API takes a value from the variable “${source}”, which has no value for the person who runs this. Log out and in again, or ask an engineer of the command.`,
      );
    }
    return [part, text] as const;
  });
  const isStatic = partsOf(connection).map(({ part }) => [`${part}Source`, STATIC] as const);
  return { ...connection, ...Object.fromEntries(filled), ...Object.fromEntries(isStatic) };
}
