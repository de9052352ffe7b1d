import statement from 'sql-template-tag';
import { BYTE_ORDER_MARK } from '@/lib/results/csv';
import { column, query } from '@/server/base/database/statements';
import type { Chunks } from '@/server/results/formats/zip';

/** What the CSV files of an organization begin with. */
export async function csvStart(orgId: string): Promise<string> {
  const [org] = await query(
    { csv_byte_order_mark: column.boolean },
    statement`select csv_byte_order_mark from org where org_id = ${orgId}`,
  );
  return org?.csv_byte_order_mark === false ? '' : BYTE_ORDER_MARK;
}

/** A CSV file as it leaves for people of an organization. */
export async function* markedCsv(orgId: string, chunks: AsyncIterable<string | Uint8Array>): Chunks {
  yield await csvStart(orgId);
  yield* chunks;
}
