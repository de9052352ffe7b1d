import * as accounts from '@/lib/contract/people/service-accounts';
import { route } from '@/server/http/route';
import { revokeServiceToken, updateServiceToken } from '@/server/people/tokens/service-tokens';

export const PATCH = route(accounts.updateServiceToken, updateServiceToken);
export const DELETE = route(accounts.revokeServiceToken, revokeServiceToken);
