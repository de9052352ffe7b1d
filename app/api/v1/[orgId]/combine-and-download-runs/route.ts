import * as combined from '@/lib/contract/results/combined-downloads';
import { route } from '@/server/http/route';
import { combineRuns } from '@/server/results/combined/combined-downloads';

export const POST = route(combined.combineRuns, combineRuns);
