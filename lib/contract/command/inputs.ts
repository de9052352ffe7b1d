import { z } from 'zod';
import { inputSettings } from '@/lib/settings/input-settings';
import { bodyShape } from '@/lib/settings/wire-shapes';
import { json, none, opaqueObject, pathId, textId } from '@/lib/wire/values';
import { requestBody } from '@/lib/wire/wire';
import { operation } from '../operation';
import { templateChange } from '../sources/sync-diff';
import { commandDetail } from './command';

/** The most inputs that one request changes. */
export const MOST_INPUTS = 1_000;

/** The version of the command that was read last. A stale one is refused with 409 and the current state. */
const version = z.int().min(1).optional();
const orgId = textId.optional();
const detail = { kind: 'json', status: 200, schema: commandDetail } as const;

/** Where an input goes in the form, from 0. The others make room. */
export const position = z.int().min(0).max(MOST_INPUTS);

export const updateInput = operation({
  id: 'updateInput',
  method: 'PATCH',
  effect: 'change',
  path: '/{orgId}/kits/{kitId}/li-inputs/{inputId}',
  summary: "Changes how one input of a command's form looks and behaves; `version` is the command's",
  permission: { needs: 'command', action: 'command.configure', id: 'path.kitId' },
  params: z.strictObject({ orgId: textId, kitId: pathId, inputId: pathId }),
  query: none,
  body: requestBody({
    ...bodyShape(inputSettings),
    order: ['order', position.optional()],
    orgId: ['orgId', orgId],
    version: ['version', version],
  }),
  answer: detail,
});

const changedInput = requestBody({
  inputId: ['legoInstanceInputId', z.int().min(1)],
  ...bodyShape(inputSettings),
  order: ['order', position.optional()],
});

export const updateInputs = operation({
  id: 'updateInputs',
  method: 'PATCH',
  effect: 'change',
  path: '/{orgId}/kits/{kitId}/bulk-lego-instance-inputs',
  summary: "Changes several inputs of a command's form, and their order, as one revision",
  permission: { needs: 'command', action: 'command.configure', id: 'path.kitId' },
  params: z.strictObject({ orgId: textId, kitId: pathId }),
  query: none,
  body: requestBody({
    inputs: ['legoInstanceInputs', z.array(changedInput).min(1).max(MOST_INPUTS)],
    orgId: ['orgId', orgId],
    version: ['version', version],
  }),
  answer: detail,
});

/** The key says where an API's value is sent: `query.limit`, `header.X-Tenant`, `body.name`. */
const inputKey = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .refine((key) => !key.includes('\0'), 'Must not contain the NUL character');
const typeId = z.string().min(1).max(200);

const newInput = requestBody({
  /** Ids of the command, which the path names already. */
  templateId: ['legoInstanceId', z.unknown().optional()],
  commandId: ['kitId', z.int().optional()],
  input: [
    'legoInput',
    requestBody({
      key: ['key', inputKey],
      typeSystem: ['typeSystem', z.string().max(40).optional()],
      typeId: ['typeId', typeId],
      description: ['description', z.string().max(4000).nullable().optional()],
      defaultValue: ['defaultValue', json.optional()],
      /** How the source takes it, as `r-snippet-inputs` says. */
      passing: ['passing', opaqueObject.optional()],
    }),
  ],
  ...bodyShape(inputSettings),
  order: ['order', position.optional()],
  orgId: ['orgId', orgId],
  version: ['version', version],
});

export const createInputs = operation({
  id: 'createInputs',
  method: 'POST',
  effect: 'change',
  path: '/{orgId}/kits/{kitId}/lego-instance-inputs',
  summary: "Adds inputs to a command's template, where its source allows that; all or none of them",
  permission: { needs: 'command', action: 'command.configure', id: 'path.kitId' },
  params: z.strictObject({ orgId: textId, kitId: pathId }),
  query: none,
  body: z.union([z.array(newInput).min(1).max(200), newInput]),
  answer: { kind: 'json', status: 201, schema: commandDetail },
});

export const editTemplateInput = operation({
  id: 'editTemplateInput',
  method: 'PATCH',
  effect: 'change',
  path: '/{orgId}/kits/{kitId}/lego-inputs/{legoInputId}',
  summary: "Changes an input's key or type, where its source allows that, and whether it is a secret",
  permission: { needs: 'command', action: 'command.configure', id: 'path.kitId' },
  params: z.strictObject({ orgId: textId, kitId: pathId, legoInputId: pathId }),
  query: none,
  body: requestBody({
    key: ['key', inputKey.optional()],
    typeId: ['typeId', typeId.optional()],
    /** Whether its values are sealed and never shown. Only a text can be a secret. */
    isSecret: ['isSecret', z.boolean().optional()],
    orgId: ['orgId', orgId],
    version: ['version', version],
  }),
  answer: detail,
});

export const previewInputEdit = operation({
  id: 'previewInputEdit',
  method: 'POST',
  effect: 'read',
  path: '/{orgId}/kits/{kitId}/lego-inputs/{legoInputId}/effects',
  summary:
    'What another key or type of an input would stop or take along, before it is saved; the rest as in a diff',
  permission: { needs: 'command', action: 'command.configure', id: 'path.kitId' },
  params: z.strictObject({ orgId: textId, kitId: pathId, legoInputId: pathId }),
  query: none,
  body: requestBody({ key: ['key', inputKey.optional()], typeId: ['typeId', typeId.optional()] }),
  answer: { kind: 'json', status: 200, schema: z.array(templateChange) },
});

export const deleteTemplateInput = operation({
  id: 'deleteTemplateInput',
  method: 'DELETE',
  effect: 'change',
  path: '/{orgId}/kits/{kitId}/lego-inputs/{legoInputId}',
  summary: "Deletes an input from a command's template, where its source allows that",
  permission: { needs: 'command', action: 'command.configure', id: 'path.kitId' },
  params: z.strictObject({ orgId: textId, kitId: pathId, legoInputId: pathId }),
  query: none,
  body: null,
  answer: { kind: 'nothing' },
});

export const deleteInput = operation({
  id: 'deleteInput',
  method: 'DELETE',
  effect: 'change',
  path: '/{orgId}/kits/{kitId}/li-inputs/{inputId}',
  summary: 'The same, by the id that the input has in the form of this command',
  permission: { needs: 'command', action: 'command.configure', id: 'path.kitId' },
  params: z.strictObject({ orgId: textId, kitId: pathId, inputId: pathId }),
  query: none,
  body: null,
  answer: { kind: 'nothing' },
});
