import * as presets from '@/lib/contract/command/presets';
import { deletePreset, updatePreset } from '@/server/commands/presets/write-presets';
import { route } from '@/server/http/route';

export const PATCH = route(presets.updatePreset, updatePreset);
export const DELETE = route(presets.deletePreset, deletePreset);
