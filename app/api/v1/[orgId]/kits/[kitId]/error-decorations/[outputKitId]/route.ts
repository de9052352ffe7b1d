import * as decorations from '@/lib/contract/command/decorations';
import { deleteErrorDecoration, readErrorDecoration } from '@/server/commands/decorations/error-decorations';
import { route } from '@/server/http/route';

export const GET = route(decorations.readErrorDecoration, readErrorDecoration);
export const DELETE = route(decorations.deleteErrorDecoration, deleteErrorDecoration);
