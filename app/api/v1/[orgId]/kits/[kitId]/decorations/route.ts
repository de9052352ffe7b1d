import * as decorations from '@/lib/contract/command/decorations';
import { createRowDecoration } from '@/server/commands/decorations/row-decorations';
import { route } from '@/server/http/route';

export const POST = route(decorations.createRowDecoration, createRowDecoration);
