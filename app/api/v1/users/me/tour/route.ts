import * as firstVisit from '@/lib/contract/library/first-visit';
import { route } from '@/server/http/route';
import { endTour } from '@/server/people/first-visit/tour';

export const POST = route(firstVisit.endTour, endTour);
