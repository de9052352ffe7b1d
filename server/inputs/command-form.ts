import type { WarningTag } from '@/lib/contract/commands';
import type { AmbiguousDefault, Input, InputType, InputVariable } from '@/lib/inputs/input';
import type { JsonValue } from '@/lib/json';
import type { SourceKind } from '@/server/connectors/types';

interface InputRow {
  input_id: number;
  template_input_id: number;
  key: string;
  position: number;
  type: InputType;
  default_value: JsonValue;
  default_expression: string | null;
  default_ambiguous_input: AmbiguousDefault;
  display_name: string | null;
  placeholder: string | null;
  note: string | null;
  tooltip: string | null;
  hidden: boolean;
  locked: boolean;
  variable: InputVariable | null;
  use_default_value: boolean;
  default_value_source: 'user' | 'sync';
}

/** A command's form and what stands behind it. */
export interface CommandForm {
  command: { name: string; version: number; executeInTransaction: boolean };
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
}

export interface FormRow {
  name: string;
  command_version: number;
  execute_in_transaction: boolean;
  template_id: number;
  version: number;
  source_kind: SourceKind;
  credential_id: number;
  cloud_name: string;
  executable: JsonValue;
  warning_tag: WarningTag | null;
  header_names: string[];
  inputs: InputRow[] | null;
}

/** A command's inputs as JSON, in the order of the form; for a query over command `c`. */
export const INPUTS_JSON = `
  (select json_agg(json_build_object(
      'input_id', i.input_id, 'template_input_id', i.template_input_id, 'key', ti.key,
      'position', i.position, 'type', ti.type, 'default_value', i.default_value,
      'default_expression', ti.default_expression, 'default_ambiguous_input', i.default_ambiguous_input,
      'display_name', i.display_name, 'placeholder', i.placeholder, 'note', i.note, 'tooltip', i.tooltip,
      'hidden', i.hidden, 'locked', i.locked, 'variable', i.variable,
      'use_default_value', i.use_default_value, 'default_value_source', i.default_value_source
    ) order by i.position, i.input_id)
   from command_input i
   join template_input ti on ti.org_id = i.org_id and ti.template_input_id = i.template_input_id
   where i.org_id = c.org_id and i.command_id = c.command_id)`;

export function inputsOf(rows: InputRow[] | null): Input[] {
  return (rows ?? []).map((row) => ({
    inputId: row.input_id,
    templateInputId: row.template_input_id,
    key: row.key,
    order: row.position,
    type: row.type,
    defaultValue: row.default_value,
    defaultExpression: row.default_expression,
    defaultAmbiguousInput: row.default_ambiguous_input,
    displayName: row.display_name,
    placeholder: row.placeholder,
    note: row.note,
    tooltip: row.tooltip,
    hidden: row.hidden,
    locked: row.locked,
    variable: row.variable,
    useDefaultValue: row.use_default_value,
    defaultValueSource: row.default_value_source,
  }));
}

/** What a form is read from beside `name` and `template_id`: columns of the command `c` and its template `t`. */
export const FORM_COLUMNS = `
  c.version as command_version, c.execute_in_transaction, t.version, t.source_kind, t.credential_id,
  t.cloud_name, t.executable, t.warning_tag, t.header_names, ${INPUTS_JSON} as inputs`;

export const formOf = (row: FormRow): CommandForm => ({
  command: {
    name: row.name,
    version: row.command_version,
    executeInTransaction: row.execute_in_transaction,
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
  inputs: inputsOf(row.inputs),
});
