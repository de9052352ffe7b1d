import * as historyViews from '@/lib/contract/running/history-views';
import { listHistoryViews, saveHistoryView } from '@/server/history/history-views';
import { route } from '@/server/http/route';

export const GET = route(historyViews.listHistoryViews, listHistoryViews);
export const PUT = route(historyViews.saveHistoryView, saveHistoryView);
