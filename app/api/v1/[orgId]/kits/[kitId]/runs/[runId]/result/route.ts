import * as history from '@/lib/contract/history';
import { deleteRunResult } from '@/server/history/delete-run-result';
import { route } from '@/server/http/route';

export const DELETE = route(history.deleteRunResult, deleteRunResult);
