import { checkStorageLocation } from '@/lib/contract/diagnostics/services';
import { route } from '@/server/http/route';
import { checkStorageLocation as check } from '@/server/insight/diagnostics/services/storage';

export const GET = route(checkStorageLocation, check);
