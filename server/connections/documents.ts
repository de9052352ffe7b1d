import statement, { type Sql as Statement } from 'sql-template-tag';
import type { JsonValue } from '@/lib/base/json';
import type { TemplateInput } from '@/lib/inputs/input';
import { column, query, type RowOf } from '@/server/base/database/statements';
import type { RestExecutable } from '@/server/connectors/rest/executable';
import { declaredEffect } from '@/server/connectors/rest/warning-tag';
import type { Discovered, Documents, TemplateDescription } from '@/server/connectors/things';

const LISTED = {
  static_command_source_id: column.int,
  cloud_id: column.text,
  cloud_name: column.text,
  friendly_name: column.text,
  traits: column.texts,
  folder: column.text.nullable(),
  title: column.text,
  likeness: column.texts,
  called: column.json<Pick<RestExecutable, 'method' | 'path'>>(),
};
type ListedRow = RowOf<typeof LISTED>;

const DESCRIBED = {
  ...LISTED,
  description: column.text.nullable(),
  inputs: column.json<TemplateInput[]>(),
  executable: column.json<JsonValue>(),
};
type DescribedRow = RowOf<typeof DESCRIBED>;

// An operation that two descriptions of one credential have comes from the one that was uploaded first.
const COLUMNS = statement`distinct on (o.cloud_id) o.static_command_source_id, o.cloud_id, o.cloud_name,
  o.friendly_name, o.traits, o.likeness, o.folder, s.title,
  json_build_object('method', o.executable->'method', 'path', o.executable->'path') as called`;
const operationsOf = (orgId: string, credentialId: number): Statement => statement`from static_command o
  join static_command_source s on s.org_id = o.org_id and s.static_command_source_id = o.static_command_source_id
  where o.org_id = ${orgId} and s.credential_id = ${credentialId}`;

/** The operations of the descriptions that were uploaded for a credential. */
export function documentsOf(orgId: string, credentialId: number): Documents {
  return {
    async list() {
      const rows = await query(
        LISTED,
        statement`select static_command_source_id, cloud_id, cloud_name, friendly_name, traits, folder,
           title, likeness, called
         from (select ${COLUMNS}, o.position ${operationsOf(orgId, credentialId)}
          order by o.cloud_id, o.static_command_source_id) listed
         order by static_command_source_id, position`,
      );
      return rows.map(discoveredOf);
    },
    async describe(cloudIds) {
      const rows = await query(
        DESCRIBED,
        statement`select ${COLUMNS}, o.description, o.inputs, o.executable ${operationsOf(orgId, credentialId)}
          and o.cloud_id = any(${cloudIds}::text[])
         order by o.cloud_id, o.static_command_source_id`,
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

/** Operations that aren't stored, as those of a description. Of two with one id the first counts. */
export function documentsIn(
  operations: readonly (Omit<TemplateDescription, 'staticCommandSourceId' | 'warningTag'> & {
    traits: string[];
    folder: string | null;
  })[],
  staticCommandSourceId: number,
  title: string,
): Documents {
  const rows = new Map<string, DescribedRow>();
  for (const operation of operations) {
    const { cloudId, cloudName, friendlyName, executable, ...rest } = operation;
    if (rows.has(cloudId)) continue;
    rows.set(cloudId, {
      ...rest,
      static_command_source_id: staticCommandSourceId,
      cloud_id: cloudId,
      cloud_name: cloudName,
      friendly_name: friendlyName,
      likeness: [...rest.likeness],
      title,
      executable,
      called: DESCRIBED.called.parse(executable),
    });
  }
  return {
    list: async () => [...rows.values()].map(discoveredOf),
    describe: async (cloudIds) =>
      new Map(
        cloudIds.flatMap((cloudId) => {
          const row = rows.get(cloudId);
          return row === undefined ? [] : [[cloudId, describedOf(row)] as const];
        }),
      ),
  };
}

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
    warningTag: declaredEffect(row.called),
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
    warningTag: declaredEffect(row.called),
    staticCommandSourceId: row.static_command_source_id,
  };
}
