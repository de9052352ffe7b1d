import statement from 'sql-template-tag';
import type { Sql } from '@/server/base/database/db';
import { execute } from '@/server/base/database/statements';
import { type InputRename, recognizeRenames } from '@/server/commands/renames/recognize-renames';
import { renameInput } from '@/server/commands/renames/rename-input';
import { editsUnder } from '@/server/commands/renames/source-keys';
import { keepStart } from '@/server/commands/revisions/keep-revisions';
import { renamedValues, withInputEdits } from '@/server/commands/template/input-edits';
import type { StoredTemplate } from '@/server/commands/template/stored-template';
import type { InputEdit, TemplateDescription } from '@/server/connectors/things';

/** A template and its source's description, with each input under one key on both sides. */
export interface Carried {
  /** As the template was, under the keys of now. */
  stored: StoredTemplate;
  /** As the source has it, with what engineers edited. */
  described: TemplateDescription;
  renames: (InputRename & { keyNow: string })[];
  inputEdits: InputEdit[];
}

/**
 * Brings what the source describes together with the template, where inputs were renamed at the source.
 *
 * @param found as the source describes it, without edits
 * @param agrees whether what belongs to an input is carried along; otherwise one is gone, and another one is new
 */
export function carryRenames(
  found: TemplateDescription,
  stored: StoredTemplate,
  agrees: (rename: InputRename) => boolean,
): Carried {
  const renames = recognizeRenames(stored.inputs, found.inputs, stored.inputEdits).filter(agrees);
  const inputEdits = renames.reduce((edits, { from, to }) => editsUnder(edits, from, to), stored.inputEdits);
  const described = withInputEdits(found, { sourceKind: stored.sourceKind, inputEdits });
  const placed = renames.map((rename) => ({
    ...rename,
    // Engineers who gave it a name of their own keep that.
    keyNow: rename.key === rename.from ? rename.to : rename.key,
  }));
  return { stored: underNewKeys(stored, placed), described, renames: placed, inputEdits };
}

function underNewKeys(stored: StoredTemplate, renames: Carried['renames']): StoredTemplate {
  const names = new Map(renames.map(({ key, keyNow }) => [key, keyNow]));
  const startupValues = renames.reduce(
    (values, { key, keyNow: to }) => renamedValues(values, { kind: 'rename', key, to }),
    stored.startupValues,
  );
  const inputs = stored.inputs.map((input) => ({ ...input, key: names.get(input.key) ?? input.key }));
  return { ...stored, inputs, startupValues };
}

/** Writes the new keys wherever something names the inputs. The template and its commands are locked. */
export async function writeRenames(
  tx: Sql,
  { orgId, templateId }: { orgId: string; templateId: number },
  { renames, inputEdits }: Carried,
): Promise<void> {
  if (renames.length === 0) return;
  await keepStart(tx, { orgId, templateId });
  for (const { key, keyNow } of renames) {
    if (key !== keyNow) await renameInput(tx, { templateId, key, to: keyNow });
  }
  await execute(
    statement`update template set input_edits = ${JSON.stringify(inputEdits)}::jsonb
      where org_id = ${orgId} and template_id = ${templateId}`,
    tx,
  );
}
