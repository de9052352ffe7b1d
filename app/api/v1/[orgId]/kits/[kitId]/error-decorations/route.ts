import * as decorations from '@/lib/contract/command/decorations';
import { createErrorDecoration } from '@/server/commands/decorations/error-decorations';
import { route } from '@/server/http/route';

export const POST = route(decorations.createErrorDecoration, createErrorDecoration);
