import { receivePush } from '@/server/sources/push/receive-push';

export const POST = receivePush;
