import * as tokens from '@/lib/contract/people/tokens';
import { route } from '@/server/http/route';
import { revokeToken, updateToken } from '@/server/people/tokens/own-tokens';

export const PATCH = route(tokens.updateToken, updateToken);
export const DELETE = route(tokens.revokeToken, revokeToken);
