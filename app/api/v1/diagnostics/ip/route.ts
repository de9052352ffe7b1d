import { readServerAddresses } from '@/lib/contract/diagnostics/services';
import { route } from '@/server/http/route';
import { readServerAddresses as read } from '@/server/insight/diagnostics/services/server';

export const GET = route(readServerAddresses, read);
