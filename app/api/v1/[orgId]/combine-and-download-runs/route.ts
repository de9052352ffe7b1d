import * as combined from '@/lib/contract/running/combined-downloads';
import { combineRuns } from '@/server/combined/combined-downloads';
import { route } from '@/server/http/route';

export const POST = route(combined.combineRuns, combineRuns);
