import * as presets from '@/lib/contract/command/presets';
import { listPresets } from '@/server/commands/presets/list-presets';
import { createPreset } from '@/server/commands/presets/write-presets';
import { route } from '@/server/http/route';

export const GET = route(presets.listPresets, listPresets);
export const POST = route(presets.createPreset, createPreset);
