import { readStorageCredential } from '@/lib/contract/diagnostics/services';
import { route } from '@/server/http/route';
import { readStorageCredential as read } from '@/server/insight/diagnostics/services/storage';

export const GET = route(readStorageCredential, read);
