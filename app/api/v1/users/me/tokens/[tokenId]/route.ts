import * as tokens from '@/lib/contract/identity/tokens';
import { route } from '@/server/http/route';
import { revokeToken } from '@/server/tokens/own-tokens';

export const DELETE = route(tokens.revokeToken, revokeToken);
