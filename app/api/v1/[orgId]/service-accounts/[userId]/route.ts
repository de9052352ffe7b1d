import * as accounts from '@/lib/contract/people/service-accounts';
import { route } from '@/server/http/route';
import { deleteServiceAccount, renameServiceAccount } from '@/server/people/tokens/service-accounts';

export const PATCH = route(accounts.renameServiceAccount, renameServiceAccount);
export const DELETE = route(accounts.deleteServiceAccount, deleteServiceAccount);
