import * as sharing from '@/lib/contract/sharing/sharing';
import { route } from '@/server/http/route';
import { readCommandAccess } from '@/server/sharing/explain-access';

export const GET = route(sharing.readCommandAccess, readCommandAccess);
