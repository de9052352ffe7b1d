import * as accounts from '@/lib/contract/people/service-accounts';
import { route } from '@/server/http/route';
import { createServiceAccount, listServiceAccounts } from '@/server/people/tokens/service-accounts';

export const GET = route(accounts.listServiceAccounts, listServiceAccounts);
export const POST = route(accounts.createServiceAccount, createServiceAccount);
