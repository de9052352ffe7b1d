import * as decorations from '@/lib/contract/command/decorations';
import {
  deleteObjectDecoration,
  readObjectDecoration,
  updateObjectDecoration,
} from '@/server/commands/decorations/object-decorations';
import { route } from '@/server/http/route';

export const GET = route(decorations.readObjectDecoration, readObjectDecoration);
export const PATCH = route(decorations.updateObjectDecoration, updateObjectDecoration);
export const DELETE = route(decorations.deleteObjectDecoration, deleteObjectDecoration);
