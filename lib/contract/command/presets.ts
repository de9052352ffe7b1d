import { z } from 'zod';
import { id, none, opaqueObject, pathId, textId, time, typedLabel } from '@/lib/wire/values';
import { requestBody, resource } from '@/lib/wire/wire';
import { operation } from '../operation';

/** How many presets a person can have for a command, and how many can be shared. */
export const MOST_PRESETS = 100;
export const LONGEST_PRESET_NAME = 80;
/** The limit for a preset's values as JSON text. */
export const LARGEST_PRESET = 100_000;

/** A named set of values for a command's form. */
export const preset = resource({
  presetId: ['preset_id', id],
  commandId: ['kit_id', id],
  name: ['name', z.string()],
  isShared: ['is_shared', z.boolean()],
  isMine: ['is_mine', z.boolean()],
  ownerName: ['owner_name', z.string()],
  /** The values of inputs that the caller may fill in now; those of other inputs are left out. */
  values: ['runrams', opaqueObject],
  updatedAt: ['updated_at', time],
  /** Whether the caller may change and delete it. */
  mayChange: ['may_change', z.boolean()],
});

const runs = { needs: 'command', action: 'command.run', id: 'path.kitId', form: true } as const;
const ofCommand = z.strictObject({ orgId: textId, kitId: pathId });
const onePreset = z.strictObject({ orgId: textId, kitId: pathId, presetId: pathId });
const name = typedLabel(LONGEST_PRESET_NAME, 'Enter a name');

export const listPresets = operation({
  id: 'listPresets',
  method: 'GET',
  effect: 'read',
  path: '/{orgId}/kits/{kitId}/presets',
  summary: "The caller's presets for a command, and its shared ones, by name",
  permission: runs,
  params: ofCommand,
  query: none,
  body: null,
  answer: { kind: 'json', status: 200, schema: z.array(preset) },
});

export const createPreset = operation({
  id: 'createPreset',
  method: 'POST',
  effect: 'change',
  path: '/{orgId}/kits/{kitId}/presets',
  summary: 'Saves values under a name, without passwords and files; only engineers share presets',
  permission: runs,
  params: ofCommand,
  query: none,
  body: requestBody({
    name: ['name', name],
    values: ['runrams', opaqueObject],
    isShared: ['isShared', z.boolean().default(false)],
  }),
  answer: { kind: 'json', status: 201, schema: preset },
});

export const updatePreset = operation({
  id: 'updatePreset',
  method: 'PATCH',
  effect: 'change',
  path: '/{orgId}/kits/{kitId}/presets/{presetId}',
  summary: 'Changes a preset: its owner, or an engineer if it is shared',
  permission: runs,
  params: onePreset,
  query: none,
  body: requestBody({
    name: ['name', name.optional()],
    values: ['runrams', opaqueObject.optional()],
    isShared: ['isShared', z.boolean().optional()],
  }),
  answer: { kind: 'json', status: 200, schema: preset },
});

export const deletePreset = operation({
  id: 'deletePreset',
  method: 'DELETE',
  effect: 'change',
  path: '/{orgId}/kits/{kitId}/presets/{presetId}',
  summary: 'Deletes a preset: its owner, or an engineer if it is shared',
  permission: runs,
  params: onePreset,
  query: none,
  body: null,
  answer: { kind: 'nothing' },
});
