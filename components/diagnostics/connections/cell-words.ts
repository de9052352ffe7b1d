import type { ConnectionCheck } from '@/lib/contract/diagnostics/connections';
import type { CheckView } from '../checks/check-view';

const failures: Readonly<Record<ConnectionCheck, string>> = {
  host: 'Not reachable',
  cnx_string: 'Not valid',
  port: 'Closed',
  read: 'No',
  metadata: '–',
  execute: '–',
};

/** What a cell of the table says: what was found, or that it wasn't. */
export function cellWords(check: ConnectionCheck, { state, data }: CheckView): string {
  if (state === 'loading') return 'Checking';
  if (state === 'apiError') return 'API error';
  if (state === 'failure') return failures[check];
  switch (check) {
    case 'cnx_string':
      return 'Valid';
    case 'port':
      return 'Open';
    case 'read':
      return 'Yes';
    case 'host':
    case 'metadata':
    case 'execute':
      return data ?? '–';
  }
}
