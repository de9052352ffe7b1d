import { handleRevocation } from '@/server/oauth/handle-oauth';

export const POST = handleRevocation;
