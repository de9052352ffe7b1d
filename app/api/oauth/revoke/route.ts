import { preflight } from '@/server/http/cross-origin';
import { handleRevocation } from '@/server/oauth/handle-oauth';

export const POST = handleRevocation;
export const OPTIONS = preflight('POST');
