import type { JsonValue } from '@/lib/base/json';
import { ConnectorError } from '@/server/connectors/_shared/connector-error';
import type { ConnectorContext } from '@/server/connectors/connector-context';
import type { PostgresConnection } from '@/server/connectors/postgres/connection';
import { postgresConnector } from '@/server/connectors/postgres/connector';
import type { Column } from '@/server/connectors/result-sink';
import { ignoredFacts } from '../support/app/facts';
import type { CorpusCall } from './calls';

/** The product's result: like psql's, but with JSON cells. */
export interface ProductOutcome {
  errorCode: string | null;
  columns: readonly Column[];
  rows: (readonly JsonValue[])[];
  /** Null for a value without a name, such as a scalar. */
  isScalar: boolean;
}

export async function callThroughProduct(
  connection: PostgresConnection,
  context: ConnectorContext,
  { executable, values }: CorpusCall,
): Promise<ProductOutcome> {
  const outcome: ProductOutcome = { errorCode: null, columns: [], rows: [], isScalar: false };
  const call = {
    executable,
    values,
    own: null,
    sealed: null,
    secretKeys: [],
    signal: new AbortController().signal,
  };
  try {
    const { errors } = await postgresConnector.execute(connection, context, call, {
      table: (columns) => {
        outcome.columns = columns;
      },
      row: (cells) => void outcome.rows.push(cells),
      value: (cell, type) => {
        outcome.isScalar = true;
        outcome.columns = [{ name: '', type }];
        outcome.rows.push([cell]);
      },
      whole: () => {},
      log: () => {},
      ...ignoredFacts,
    });
    outcome.errorCode = errors[0]?.code ?? null;
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    outcome.errorCode = error.source?.code ?? `refused: ${error.message}`;
  }
  return outcome;
}
