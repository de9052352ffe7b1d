import type { TemplateInput } from '@/lib/inputs/input';
import type { JsonValue } from '@/lib/json';
import type { RestExecutable } from '@/server/connectors/rest/executable';
import { warningTagOf } from '@/server/connectors/rest/warning-tag';
import type { Discovered, Documents, TemplateDescription } from '@/server/connectors/types';
import { sql } from '@/server/db';

interface ListedRow {
  static_command_source_id: number;
  cloud_id: string;
  cloud_name: string;
  friendly_name: string;
  traits: string[];
  folder: string | null;
  title: string;
  likeness: string[];
  called: Pick<RestExecutable, 'method' | 'path'>;
}

interface DescribedRow extends ListedRow {
  description: string | null;
  inputs: TemplateInput[];
  executable: JsonValue;
}

/** Of what stands in two descriptions of one credential, the one that was uploaded first counts. */
const COLUMNS = `distinct on (o.cloud_id) o.static_command_source_id, o.cloud_id, o.cloud_name, o.friendly_name,
  o.traits, o.likeness, o.folder, s.title,
  json_build_object('method', o.executable->'method', 'path', o.executable->'path') as called`;
const FROM = `from static_command o
  join static_command_source s on s.org_id = o.org_id and s.static_command_source_id = o.static_command_source_id
  where o.org_id = $1 and s.credential_id = $2`;

/** The operations of the descriptions that were uploaded for a credential. */
export function documentsOf(orgId: string, credentialId: number): Documents {
  return {
    async list() {
      const rows = await sql.query<ListedRow>(
        `select * from (select ${COLUMNS}, o.position ${FROM} order by o.cloud_id, o.static_command_source_id) listed
         order by static_command_source_id, position`,
        [orgId, credentialId],
      );
      return rows.map(discoveredOf);
    },
    async describe(cloudIds) {
      const rows = await sql.query<DescribedRow>(
        `select ${COLUMNS}, o.description, o.inputs, o.executable ${FROM} and o.cloud_id = any($3::text[])
         order by o.cloud_id, o.static_command_source_id`,
        [orgId, credentialId, cloudIds],
      );
      return new Map(rows.map((row) => [row.cloud_id, describedOf(row)]));
    },
  };
}

/** For what has no credential yet, or none that descriptions are uploaded for. */
export const noDocuments: Documents = {
  list: async () => [],
  describe: async () => new Map(),
};

function discoveredOf(row: ListedRow): Discovered {
  return {
    cloudId: row.cloud_id,
    cloudName: row.cloud_name,
    friendlyName: row.friendly_name,
    unavailableReason: null,
    extension: null,
    traits: row.traits,
    folder: row.folder,
    sourceTitle: row.title,
    likeness: row.likeness,
    warningTag: warningTagOf(row.called),
    staticCommandSourceId: row.static_command_source_id,
  };
}

function describedOf(row: DescribedRow): TemplateDescription {
  return {
    cloudId: row.cloud_id,
    cloudName: row.cloud_name,
    friendlyName: row.friendly_name,
    description: row.description,
    inputs: row.inputs,
    executable: row.executable,
    likeness: row.likeness,
    warningTag: warningTagOf(row.called),
    staticCommandSourceId: row.static_command_source_id,
  };
}
