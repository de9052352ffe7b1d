import { handleToken } from '@/server/oauth/handle-oauth';

export const POST = handleToken;
