import { preflight } from '@/server/http/cross-origin';
import { handleRegistration } from '@/server/oauth/handle-oauth';

export const POST = handleRegistration;
export const OPTIONS = preflight('POST');
