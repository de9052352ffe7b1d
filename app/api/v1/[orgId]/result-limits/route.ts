import * as orgs from '@/lib/contract/people/orgs';
import { route } from '@/server/http/route';
import { readResultLimits } from '@/server/people/organizations/result-limits';

export const GET = route(orgs.readResultLimits, readResultLimits);
