import * as history from '@/lib/contract/runs/history';
import { route } from '@/server/http/route';
import { deleteRunResult } from '@/server/runs/history/delete-run-result';

export const DELETE = route(history.deleteRunResult, deleteRunResult);
