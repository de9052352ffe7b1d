import * as firstVisit from '@/lib/contract/first-visit';
import { closeFirstSteps, readFirstSteps } from '@/server/first-visit/first-steps';
import { route } from '@/server/http/route';

export const GET = route(firstVisit.readFirstSteps, readFirstSteps);
export const DELETE = route(firstVisit.closeFirstSteps, closeFirstSteps);
