import statement from 'sql-template-tag';
import type { run } from '@/lib/contract/runs/run';
import type { Decoded } from '@/lib/wire/wire';
import { nameOfIdThen } from '@/server/access/people/names-then';
import { column, type RowOf } from '@/server/base/database/statements';

/** In place of a person's id where an organization keeps results for a limited time only. */
const RETENTION = 'retention';

/** What is known of the deletion of a result. */
export const DELETION = {
  result_deleted_at: column.time.nullable(),
  result_deleted_by: column.text.nullable(),
  result_deleted_by_name: column.text.nullable(),
};

/** The columns of `DELETION`, from run `r`. */
export const DELETION_COLUMNS = statement`r.result_deleted_at, r.result_deleted_by,
  case when r.result_deleted_by is not null then
    ${nameOfIdThen(statement`r.result_deleted_by`, statement`r.result_deleted_at`)} end as result_deleted_by_name`;

/** Null if the result was not deleted. */
export function resultDeletionOf(row: RowOf<typeof DELETION>): Decoded<typeof run>['resultDeletion'] {
  const { result_deleted_at: at, result_deleted_by: by, result_deleted_by_name: byName } = row;
  if (at === null) return null;
  const kind = by === RETENTION ? 'retention' : 'person';
  return { at: at.toISOString(), by: by === null ? null : kind, byName };
}
