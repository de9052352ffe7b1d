import { receiveDelivery } from '@/server/webhooks/receive-delivery';

export const POST = receiveDelivery;
