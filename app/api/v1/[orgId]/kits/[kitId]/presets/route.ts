import * as presets from '@/lib/contract/command/presets';
import { route } from '@/server/http/route';
import { listPresets } from '@/server/presets/list-presets';
import { createPreset } from '@/server/presets/write-presets';

export const GET = route(presets.listPresets, listPresets);
export const POST = route(presets.createPreset, createPreset);
