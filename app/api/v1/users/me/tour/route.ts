import * as firstVisit from '@/lib/contract/first-visit';
import { endTour } from '@/server/first-visit/tour';
import { route } from '@/server/http/route';

export const POST = route(firstVisit.endTour, endTour);
