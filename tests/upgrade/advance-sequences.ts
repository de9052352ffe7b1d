import { type Client, escapeIdentifier } from 'pg';

/** Moves each sequence past the largest id. */
export async function advanceSequences(client: Client): Promise<void> {
  const { rows } = await client.query<{ sequence: string; table: string; column: string }>(
    `select pg_get_serial_sequence(quote_ident(table_name), column_name) as sequence, table_name as table,
       column_name as column
     from information_schema.columns
     where table_schema = 'public' and pg_get_serial_sequence(quote_ident(table_name), column_name) is not null`,
  );
  for (const { sequence, table, column } of rows) {
    const largest = `select max(${escapeIdentifier(column)}) from ${escapeIdentifier(table)}`;
    await client.query(`select setval($1::regclass, coalesce((${largest}), 1), (${largest}) is not null)`, [
      sequence,
    ]);
  }
}
