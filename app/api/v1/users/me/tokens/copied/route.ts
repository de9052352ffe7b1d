import * as tokens from '@/lib/contract/people/tokens';
import { route } from '@/server/http/route';
import { copyToken } from '@/server/people/tokens/own-tokens';

export const POST = route(tokens.copyToken, copyToken);
