import * as orgs from '@/lib/contract/people/orgs';
import { route } from '@/server/http/route';
import { updateOrg } from '@/server/people/organizations/update-org';

export const PATCH = route(orgs.updateOrg, updateOrg);
