import { preflight } from '@/server/http/requests/cross-origin';
import { handleRevocation } from '@/server/programs/oauth/handle-oauth';

export const POST = handleRevocation;
export const OPTIONS = preflight('POST');
