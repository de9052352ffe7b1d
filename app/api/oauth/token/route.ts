import { preflight } from '@/server/http/cross-origin';
import { handleToken } from '@/server/oauth/handle-oauth';

export const POST = handleToken;
export const OPTIONS = preflight('POST');
