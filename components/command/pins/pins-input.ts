import type { CallInput } from '@/lib/client/api-client';
import type { listPins } from '@/lib/contract/library/pins';

export const pinsInput = (orgId: string, userId: string): CallInput<typeof listPins> => ({
  params: { orgId, userId },
});
