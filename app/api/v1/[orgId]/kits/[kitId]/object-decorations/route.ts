import * as decorations from '@/lib/contract/command/decorations';
import { createObjectDecoration } from '@/server/decorations/object-decorations';
import { route } from '@/server/http/route';

export const POST = route(decorations.createObjectDecoration, createObjectDecoration);
