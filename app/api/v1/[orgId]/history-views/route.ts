import * as historyViews from '@/lib/contract/runs/history-views';
import { route } from '@/server/http/route';
import { listHistoryViews, saveHistoryView } from '@/server/runs/history/history-views';

export const GET = route(historyViews.listHistoryViews, listHistoryViews);
export const PUT = route(historyViews.saveHistoryView, saveHistoryView);
