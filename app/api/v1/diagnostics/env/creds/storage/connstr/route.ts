import { checkStorageAddress } from '@/lib/contract/diagnostics/services';
import { route } from '@/server/http/route';
import { checkStorageAddress as check } from '@/server/insight/diagnostics/services/storage';

export const GET = route(checkStorageAddress, check);
