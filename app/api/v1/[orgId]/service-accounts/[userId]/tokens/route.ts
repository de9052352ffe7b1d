import * as accounts from '@/lib/contract/people/service-accounts';
import { route } from '@/server/http/route';
import { createServiceToken, listServiceTokens } from '@/server/people/tokens/service-tokens';

export const GET = route(accounts.listServiceTokens, listServiceTokens);
export const POST = route(accounts.createServiceToken, createServiceToken);
