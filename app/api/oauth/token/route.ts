import { preflight } from '@/server/http/requests/cross-origin';
import { handleToken } from '@/server/programs/oauth/handle-oauth';

export const POST = handleToken;
export const OPTIONS = preflight('POST');
