import statement from 'sql-template-tag';
import { execute } from '@/server/base/database/statements';
import type { ImportNote } from '../operations/imported';
import type { SavedDocument } from './save-document';

/** Stores the notes on a description, unless a newer version of it was uploaded meanwhile. */
export async function keepNotes(
  orgId: string,
  { staticCommandSourceId, version }: Pick<SavedDocument, 'staticCommandSourceId' | 'version'>,
  notes: readonly ImportNote[],
): Promise<void> {
  await execute(statement`update static_command_source set notes = ${JSON.stringify(notes)}::jsonb
    where org_id = ${orgId} and static_command_source_id = ${staticCommandSourceId} and version = ${version}`);
}
