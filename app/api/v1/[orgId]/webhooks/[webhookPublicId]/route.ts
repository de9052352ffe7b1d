import { receiveDelivery } from '@/server/automation/webhooks/receive-delivery';

export const POST = receiveDelivery;
