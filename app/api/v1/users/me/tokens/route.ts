import * as tokens from '@/lib/contract/people/tokens';
import { route } from '@/server/http/route';
import { createToken, listTokens } from '@/server/people/tokens/own-tokens';

export const GET = route(tokens.listTokens, listTokens);
export const POST = route(tokens.createToken, createToken);
