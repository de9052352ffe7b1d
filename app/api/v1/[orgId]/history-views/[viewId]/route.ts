import * as historyViews from '@/lib/contract/runs/history-views';
import { route } from '@/server/http/route';
import { deleteHistoryView } from '@/server/runs/history/history-views';

export const DELETE = route(historyViews.deleteHistoryView, deleteHistoryView);
