import * as historyViews from '@/lib/contract/running/history-views';
import { deleteHistoryView } from '@/server/history/history-views';
import { route } from '@/server/http/route';

export const DELETE = route(historyViews.deleteHistoryView, deleteHistoryView);
