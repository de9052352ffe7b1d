import statement, { raw } from 'sql-template-tag';
import type { Person } from '@/lib/access/vocabulary';
import { byColumn } from '@/lib/settings/change-settings';
import {
  type OwnSettingValues,
  ownSettings,
  type TemplateSettingValues,
  templateSettings,
} from '@/lib/settings/command-settings';
import { type InputSettingValues, inputSettings } from '@/lib/settings/input-settings';
import { columnsOf } from '@/server/access/setting-columns';
import type { Sql } from '@/server/base/database/db';
import { execute } from '@/server/base/database/statements';
import { checkDropdownLinks } from '@/server/commands/dropdowns/check-links';
import { bytesAsJson, keptSealedDefault } from '@/server/commands/settings/sealed-default';

// Values are passed as JSON, which the database converts to the columns' own types.

/** Doesn't increase the command's version; call `countChange` for that. */
export async function writeOwnSettings(
  tx: Sql,
  orgId: string,
  commandId: number,
  values: OwnSettingValues,
): Promise<void> {
  const row = JSON.stringify(byColumn(ownSettings, values));
  await execute(
    statement`update command set (${columnsOf(ownSettings)}) =
        (select ${columnsOf(ownSettings)} from jsonb_populate_record(null::command, ${row}::text::jsonb))
      where org_id = ${orgId} and command_id = ${commandId}`,
    tx,
  );
}

/** Increases the version of the template; `countChange` increases those of its commands. */
export async function writeTemplateSettings(
  tx: Sql,
  orgId: string,
  templateId: number,
  values: TemplateSettingValues,
): Promise<void> {
  const row = JSON.stringify(byColumn(templateSettings, values));
  await execute(
    statement`update template set version = version + 1, (${columnsOf(templateSettings)}) =
        (select ${columnsOf(templateSettings)} from jsonb_populate_record(null::template, ${row}::text::jsonb))
      where org_id = ${orgId} and template_id = ${templateId}`,
    tx,
  );
}

const planned = raw(
  Object.values(inputSettings)
    .map(({ column }) => `planned.${column}`)
    .join(', '),
);

/**
 * Writes the settings of some inputs of one command; call `countChange` to increase its version. A secret default is
 * stored sealed, next to its mark; a mark alone keeps the current secret. Throws as `checkDropdownLinks` does for a
 * dropdown that the person may not link.
 */
export async function writeInputSettings(
  tx: Sql,
  actor: Person,
  orgId: string,
  commandId: number,
  inputs: readonly { inputId: number; settings: InputSettingValues; sealedDefault?: Buffer | undefined }[],
): Promise<void> {
  const links = inputs.map(({ inputId, settings: { dropdownId } }) => ({ inputId, dropdownId }));
  await checkDropdownLinks(tx, actor, orgId, links);
  const rows = inputs.map(({ inputId, settings, sealedDefault }) => ({
    input_id: inputId,
    ...byColumn(inputSettings, settings),
    sealed_default: sealedDefault === undefined ? null : bytesAsJson(sealedDefault),
  }));
  await execute(
    statement`update command_input i set (${columnsOf(inputSettings)}, sealed_default, unsealed_default) =
        row(${planned}, ${keptSealedDefault('i', 'planned')}),
        dropdown_linked_by = case
          when planned.dropdown_id is null then null
          when planned.dropdown_id = i.dropdown_id then i.dropdown_linked_by
          else ${actor.userId} end
      from jsonb_populate_recordset(null::command_input, ${JSON.stringify(rows)}::text::jsonb) planned
      where i.org_id = ${orgId} and i.command_id = ${commandId} and i.input_id = planned.input_id`,
    tx,
  );
}

/** Increases the version of one command, or of all commands of a template. */
export async function countChange(
  tx: Sql,
  changed: { orgId: string } & ({ commandId: number } | { templateId: number }),
): Promise<void> {
  const which =
    'commandId' in changed
      ? statement`command_id = ${changed.commandId}`
      : statement`template_id = ${changed.templateId}`;
  await execute(
    statement`update command set version = version + 1 where org_id = ${changed.orgId} and ${which}`,
    tx,
  );
}
