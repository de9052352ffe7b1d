'use client';

import { useQuery } from '@tanstack/react-query';
import { callApi } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import {
  type ConnectionCheck,
  checkDiagnosticConnection,
  connectionChecks,
  listDiagnosticConnections,
} from '@/lib/contract/diagnostics/connections';
import type { CheckView } from '../checks/check-view';
import { useChecks } from '../checks/use-checks';

/** What a column of the table is called. */
export const columnNames: Readonly<Record<ConnectionCheck, string>> = {
  host: 'Host',
  cnx_string: 'Connection string',
  port: 'Port',
  read: 'Read',
  metadata: 'Visible procedures',
  execute: 'Executable procedures',
};

export interface ConnectionRow {
  name: string;
  credentialId: number;
  environment: string;
  cells: CheckView[];
}

/** The saved connections of an organization to databases, each with all of its checks. */
export function useConnectionChecks(orgId: string) {
  const list = useQuery({
    queryKey: queryKey(listDiagnosticConnections, { params: { orgId } }),
    queryFn: ({ signal }) => callApi(listDiagnosticConnections, { params: { orgId } }, { signal }),
    retry: false,
    refetchOnWindowFocus: false,
  });
  const connections = list.data ?? [];
  const { views } = useChecks(
    connections.flatMap(({ credentialId: dbCredsId, name, environment: env }) =>
      connectionChecks.map((check) => ({
        key: `connection-${dbCredsId}-${check}`,
        name: `${columnNames[check]}, ${name} (#${dbCredsId}, ${env})`,
        operation: checkDiagnosticConnection,
        input: { params: { orgId, dbCredsId, env, check } },
      })),
    ),
  );
  const rows = connections.map(({ credentialId, name, environment }, index): ConnectionRow => {
    const first = index * connectionChecks.length;
    return {
      name,
      credentialId,
      environment,
      cells: views.slice(first, first + connectionChecks.length),
    };
  });
  return { list, rows, views };
}

/** The check to speak of for a whole connection: its first that failed, or else one that isn't done. */
export function spokenOf({ cells }: ConnectionRow): CheckView[] {
  const bad = cells.find(({ state }) => state !== 'success' && state !== 'loading');
  const chosen = bad ?? cells.find(({ state }) => state === 'loading') ?? cells[0];
  return chosen === undefined ? [] : [chosen];
}
