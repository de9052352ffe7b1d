import * as presets from '@/lib/contract/command/presets';
import { route } from '@/server/http/route';
import { deletePreset, updatePreset } from '@/server/presets/write-presets';

export const PATCH = route(presets.updatePreset, updatePreset);
export const DELETE = route(presets.deletePreset, deletePreset);
