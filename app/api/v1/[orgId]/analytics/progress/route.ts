import * as progress from '@/lib/contract/insight/progress';
import { route } from '@/server/http/route';
import { readFigureProgress } from '@/server/insight/figures/read-progress';

export const GET = route(progress.readFigureProgress, readFigureProgress);
