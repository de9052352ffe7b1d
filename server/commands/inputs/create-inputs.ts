import statement from 'sql-template-tag';
import type { Person } from '@/lib/access/vocabulary';
import type { createInputs as createInputsOperation } from '@/lib/contract/command/inputs';
import type { BodyOf } from '@/lib/contract/operation';
import type { TemplateInput } from '@/lib/inputs/input';
import { inputSettingList } from '@/lib/settings/input-setting-list';
import { INVALID_TYPE, typeNamed } from '@/lib/type-systems/known-types';
import type { Sql } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';
import { invalidAt } from '@/server/base/errors';
import { readCommandAs } from '@/server/commands/command/read-command';
import { configureInputs } from '@/server/commands/inputs/change-inputs';
import { editTemplate, type WantedEdit } from '@/server/commands/template/edit-template';
import type { StoredTemplate } from '@/server/commands/template/stored-template';
import { inputRightsOf } from '@/server/connectors/input-rights';
import type { Context } from '@/server/operations/context';

type NewInput = Exclude<BodyOf<typeof createInputsOperation>, readonly unknown[]>;

/** Adds inputs to a template, with what the request says of them for this command: all of them or none, as one revision. */
export async function createInputs({ actor, subject, body, audit }: Context<typeof createInputsOperation>) {
  const { orgId, commandId } = subject;
  const asked = Array.isArray(body) ? body : [body];
  if (asked.some((each) => each.commandId !== undefined && each.commandId !== commandId)) {
    throw invalidAt('kitId', 'Must be the command that the address names');
  }
  await editTemplate({
    actor,
    subject,
    version: asked[0]?.version,
    audit,
    action: 'input.create',
    plan: (_, { stored }) => asked.map((each) => addition(stored, each)),
    finish: (tx) => configure(tx, actor, orgId, commandId, asked),
  });
  return readCommandAs(actor, orgId, commandId);
}

function addition(
  { sourceKind, executable }: StoredTemplate,
  { input, defaultAmbiguousInput }: NewInput,
): WantedEdit {
  const { typeSystem } = inputRightsOf(sourceKind, null, executable);
  const isOfIt = input.typeSystem === undefined || input.typeSystem === typeSystem;
  const type = isOfIt ? typeNamed(typeSystem, input.typeId) : null;
  if (type === null) throw invalidAt('legoInput.typeId', INVALID_TYPE);
  const isRequired = defaultAmbiguousInput === null || defaultAmbiguousInput === 'nullNone';
  const added: TemplateInput = {
    key: input.key,
    type,
    defaultValue: input.defaultValue ?? null,
    defaultExpression: null,
    // What is not sent before someone fills it in can't break the command for those who run it now.
    defaultAmbiguousInput: isRequired ? 'required' : (defaultAmbiguousInput ?? 'omit'),
    description: input.description ?? null,
  };
  const { passing } = input;
  return {
    edit: { kind: 'add', input: added, ...(passing === undefined ? {} : { passing }) },
    needs: 'addAndDelete',
    path: 'legoInput.key',
  };
}

/** The settings that the request has for the new inputs, in the form of this command. */
async function configure(
  tx: Sql,
  actor: Person,
  orgId: string,
  commandId: number,
  asked: readonly NewInput[],
): Promise<void> {
  const ids = await query(
    { key: column.text, input_id: column.int },
    statement`select ti.key, i.input_id from command_input i
      join template_input ti on ti.org_id = i.org_id and ti.template_input_id = i.template_input_id
      where i.org_id = ${orgId} and i.command_id = ${commandId}`,
    tx,
  );
  const idOf = new Map(ids.map(({ key, input_id }) => [key, input_id]));
  const changes = asked.flatMap(
    ({ templateId: _, commandId: __, orgId: ___, version: ____, input, ...settings }) => {
      const inputId = idOf.get(input.key);
      const names: readonly string[] = [...inputSettingList.map(([key]) => key), 'order'];
      const isSet = Object.entries(settings).some(
        ([key, value]) => value !== undefined && names.includes(key),
      );
      return inputId === undefined || !isSet ? [] : [{ ...settings, inputId }];
    },
  );
  if (changes.length > 0) await configureInputs(tx, actor, orgId, commandId, changes);
}
