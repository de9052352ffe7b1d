import { preflight } from '@/server/http/requests/cross-origin';
import { handleRegistration } from '@/server/programs/oauth/handle-oauth';

export const POST = handleRegistration;
export const OPTIONS = preflight('POST');
