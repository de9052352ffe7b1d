import type { diff, diffRow, findAdditions as findAdditionsOperation } from '@/lib/contract/sync';
import type { Ours } from '@/lib/contract/wire';
import type { Discovered } from '@/server/connectors/types';
import { sql } from '@/server/db';
import type { Context } from '@/server/http/context';
import { openSource } from '@/server/sync/open-source';

type Diff = Ours<typeof diff>;
type DiffRow = Ours<typeof diffRow>;

interface Known {
  cloud_id: string;
  template_id: number;
  deleted_at: Date | null;
}

function rowOf(found: Discovered, diffType: DiffRow['diffType'], templateId: number | null): DiffRow {
  return {
    cloudId: found.cloudId,
    cloudName: found.cloudName,
    friendlyName: found.friendlyName,
    diffType,
    commands: [],
    templateId,
    staticCommandSourceId: found.staticCommandSourceId ?? null,
    commandId: null,
    unavailableReason: found.unavailableReason,
    extension: found.extension,
    traits: [...found.traits],
  };
}

/** What a connection offers that is no command yet. */
export async function findAdditions({
  subject,
  body,
}: Context<typeof findAdditionsOperation>): Promise<Diff> {
  const source = await openSource(subject.orgId, body.credentialId);
  const found = await source.use(({ connector, connection, context }) =>
    connector.discover(connection, context),
  );
  const known = await sql.query<Known>(
    'select cloud_id, template_id, deleted_at from template where org_id = $1 and credential_id = $2',
    [subject.orgId, body.credentialId],
  );
  const isKnown = new Set(known.map((template) => template.cloud_id));
  const added = found
    .filter(({ cloudId }) => !isKnown.has(cloudId))
    .map((row) => rowOf(row, 'addition', null));
  return { added, deleted: [], modified: [], undeleted: [], alreadyAdded: [], error: [] };
}
