import * as decorations from '@/lib/contract/command/decorations';
import {
  deleteRowDecoration,
  readRowDecoration,
  updateRowDecoration,
} from '@/server/commands/decorations/row-decorations';
import { route } from '@/server/http/route';

export const GET = route(decorations.readRowDecoration, readRowDecoration);
export const PATCH = route(decorations.updateRowDecoration, updateRowDecoration);
export const DELETE = route(decorations.deleteRowDecoration, deleteRowDecoration);
