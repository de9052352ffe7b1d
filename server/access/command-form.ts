import statement, { raw } from 'sql-template-tag';
import type { JsonValue } from '@/lib/base/json';
import { withChoices } from '@/lib/inputs/choices/choices';
import type { Input } from '@/lib/inputs/input';
import type { Mask } from '@/lib/outputs/masks';
import { type WarningTag, warningTag } from '@/lib/settings/command-choices';
import type { InputCheck } from '@/lib/settings/condition-terms';
import { inputSettings } from '@/lib/settings/input-settings';
import type { FrozenUndo } from '@/lib/settings/undo/undo-partner';
import { settingPairs } from '@/server/access/setting-columns';
import { column, type RowOf } from '@/server/base/database/statements';
import type { SourceKind } from '@/server/connectors/things';

/** A command's form and the data behind it. */
export interface CommandForm {
  command: {
    name: string;
    version: number;
    executeInTransaction: boolean;
    inputChecks: InputCheck[];
    outputObjectPath: string | null;
    maskedOutputs: Mask[];
    minutesSavedColumn: string | null;
    needsApproval: boolean;
    confirmationWord: string | null;
    timeoutSeconds: number | null;
    retryCount: number;
    retryDelaySeconds: number;
    undo: FrozenUndo | null;
  };
  template: {
    templateId: number;
    version: number;
    sourceKind: SourceKind;
    credentialId: number;
    cloudName: string;
    executable: JsonValue;
    warningTag: WarningTag | null;
    headerNames: string[];
  };
  inputs: Input[];
  /** Grows with each change of a dropdown of its inputs; 0 without any. */
  dropdownVersion: number;
}

/** The row shape of `FORM_COLUMNS`. */
export const FORM = {
  command_version: column.int,
  execute_in_transaction: column.boolean,
  input_checks: column.json<InputCheck[]>(),
  output_object_path: column.text.nullable(),
  masked_outputs: column.json<Mask[]>(),
  minutes_saved_column: column.text.nullable(),
  needs_approval: column.boolean,
  confirmation_word: column.text.nullable(),
  timeout_seconds: column.int.nullable(),
  retry_count: column.int,
  retry_delay_seconds: column.int,
  undo: column.json<FrozenUndo | null>(),
  version: column.int,
  source_kind: column.textAs<SourceKind>(),
  credential_id: column.int,
  cloud_name: column.text,
  executable: column.json<JsonValue>(),
  warning_tag: warningTag.nullable(),
  header_names: column.texts,
  inputs: column.json<Input[]>().nullable(),
  dropdown_version: column.int,
};
export type FormRow = RowOf<typeof FORM> & { name: string; template_id: number };

/** The dropdown of input `i` as JSON of `InputDropdown`; null for most. */
const DROPDOWN_JSON = statement`case when i.dropdown_id is not null then (
  select json_build_object('kind', d.kind, 'values', d.values)
  from dropdown d where d.org_id = i.org_id and d.dropdown_id = i.dropdown_id) end`;

/** A command's inputs as JSON of `Input`, in the order of the form; for a query over command `c`. Null for none. */
export const INPUTS_JSON = statement`
  (select json_agg(json_build_object(
      'inputId', i.input_id, 'templateInputId', i.template_input_id, 'key', ti.key, 'type', ti.type,
      'defaultExpression', ti.default_expression, 'dropdown', ${DROPDOWN_JSON},
      ${raw(settingPairs(inputSettings, 'i'))}
    ) order by i.position, i.input_id)
   from command_input i
   join template_input ti on ti.org_id = i.org_id and ti.template_input_id = i.template_input_id
   where i.org_id = c.org_id and i.command_id = c.command_id)`;

/** The versions of the dropdowns of command `c`, added up: as long as its own version stays, so do its dropdowns. */
export const DROPDOWN_VERSION = statement`
  (select coalesce(sum(d.version), 0)::int from command_input i
   join dropdown d on d.org_id = i.org_id and d.dropdown_id = i.dropdown_id
   where i.org_id = c.org_id and i.command_id = coalesce(c.follows_command_id, c.command_id))`;

/** The undo partner of command `c` as JSON of `FrozenUndo`; null without one that is there. */
const UNDO_JSON = statement`case when c.undo_partner is not null then (
  select c.undo_partner || jsonb_build_object('version', partner.version) from command partner
  where partner.org_id = c.org_id and partner.command_id = (c.undo_partner->>'kit_id')::int
    and partner.deleted_at is null) end`;

/** The columns that make a form, besides `name` and `template_id`, of the command `c` and its template `t`. */
export const FORM_COLUMNS = statement`
  c.version as command_version, c.execute_in_transaction, c.input_checks, c.output_object_path, c.masked_outputs,
  c.minutes_saved_column, c.needs_approval, c.confirmation_word, c.timeout_seconds, c.retry_count,
  c.retry_delay_seconds, ${UNDO_JSON} as undo, t.version, t.source_kind, t.credential_id, t.cloud_name, t.executable, t.warning_tag, t.header_names, ${INPUTS_JSON} as inputs,
  ${DROPDOWN_VERSION} as dropdown_version`;

export const formOf = (row: FormRow): CommandForm => ({
  command: {
    name: row.name,
    version: row.command_version,
    executeInTransaction: row.execute_in_transaction,
    inputChecks: row.input_checks,
    outputObjectPath: row.output_object_path,
    maskedOutputs: row.masked_outputs,
    minutesSavedColumn: row.minutes_saved_column,
    needsApproval: row.needs_approval,
    confirmationWord: row.confirmation_word,
    timeoutSeconds: row.timeout_seconds,
    retryCount: row.retry_count,
    retryDelaySeconds: row.retry_delay_seconds,
    undo: row.undo,
  },
  template: {
    templateId: row.template_id,
    version: row.version,
    sourceKind: row.source_kind,
    credentialId: row.credential_id,
    cloudName: row.cloud_name,
    executable: row.executable,
    warningTag: row.warning_tag,
    headerNames: row.header_names,
  },
  inputs: (row.inputs ?? []).map(withChoices),
  dropdownVersion: row.dropdown_version,
});
