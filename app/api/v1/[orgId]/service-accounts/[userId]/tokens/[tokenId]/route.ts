import * as accounts from '@/lib/contract/identity/service-accounts';
import { route } from '@/server/http/route';
import { revokeServiceToken } from '@/server/service-accounts/service-tokens';

export const DELETE = route(accounts.revokeServiceToken, revokeServiceToken);
