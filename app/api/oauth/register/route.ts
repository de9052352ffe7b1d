import { handleRegistration } from '@/server/oauth/handle-oauth';

export const POST = handleRegistration;
