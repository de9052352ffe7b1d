import statement from 'sql-template-tag';
import type { JsonValue } from '@/lib/base/json';
import type { TemplateInput } from '@/lib/inputs/input';
import type { Configuration, ConfigurationInput } from '@/lib/settings/configuration';
import { typeNamed } from '@/lib/type-systems/known-types';
import type { CommandSubject } from '@/server/access/load/load-command';
import { type Sql, sql } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';
import type { StoredTemplate } from '@/server/commands/template/stored-template';
import { inputRightsOf } from '@/server/connectors/input-rights';
import type { SourceKind } from '@/server/connectors/things';

/**
 * The inputs of a revision that the command no longer has and that may be added again: the source lets engineers add and
 * delete inputs, and still has a type of that name.
 */
export async function readDeletedInputs(
  { orgId, commandId }: CommandSubject,
  revision: number,
  db: Sql = sql,
): Promise<ConfigurationInput[]> {
  const [row] = await query(
    {
      content: column.json<Configuration>(),
      keys: column.texts,
      source_kind: column.textAs<SourceKind>(),
      document_kind: column.text.nullable(),
      executable: column.json<JsonValue>(),
    },
    statement`select r.content, t.source_kind, t.executable, s.kind as document_kind, array(
        select ti.key from template_input ti where ti.org_id = t.org_id and ti.template_id = t.template_id) as keys
      from command_revision r
      join command c on c.org_id = r.org_id and c.command_id = r.command_id
      join template t on t.org_id = c.org_id and t.template_id = c.template_id
      left join static_command_source s on s.org_id = t.org_id
        and s.static_command_source_id = t.static_command_source_id
      where r.org_id = ${orgId} and r.command_id = ${commandId} and r.version = ${revision}`,
    db,
  );
  if (row === undefined) return [];
  const { edits, typeSystem } = inputRightsOf(row.source_kind, row.document_kind, row.executable);
  if (!edits.addAndDelete) return [];
  return row.content.inputs.filter(
    ({ key, typeId }) => !row.keys.includes(key) && typeNamed(typeSystem, typeId) !== null,
  );
}

/** The input as it is added again; its settings are restored after that. */
export function returningInput(
  { sourceKind, executable }: Pick<StoredTemplate, 'sourceKind' | 'executable'>,
  { key, typeId, ...kept }: ConfigurationInput,
): TemplateInput {
  const { typeSystem } = inputRightsOf(sourceKind, null, executable);
  const type = typeNamed(typeSystem, typeId);
  if (type === null) throw new Error(`The type ${typeId} is gone`);
  return {
    key,
    type,
    defaultValue: null,
    defaultExpression: null,
    defaultAmbiguousInput: kept.defaultAmbiguousInput ?? 'omit',
    description: null,
  };
}
