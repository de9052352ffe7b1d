import * as history from '@/lib/contract/history';
import { readRunSummary } from '@/server/history/list-runs';
import { route } from '@/server/http/route';

export const GET = route(history.readRunSummary, readRunSummary);
