import * as firstVisit from '@/lib/contract/library/first-visit';
import { route } from '@/server/http/route';
import { closeFirstSteps, readFirstSteps } from '@/server/people/first-visit/first-steps';

export const GET = route(firstVisit.readFirstSteps, readFirstSteps);
export const DELETE = route(firstVisit.closeFirstSteps, closeFirstSteps);
