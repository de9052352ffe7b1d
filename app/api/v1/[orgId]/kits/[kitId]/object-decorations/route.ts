import * as decorations from '@/lib/contract/command/decorations';
import { createObjectDecoration } from '@/server/commands/decorations/object-decorations';
import { route } from '@/server/http/route';

export const POST = route(decorations.createObjectDecoration, createObjectDecoration);
