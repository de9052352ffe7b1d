import { checkConnection as operation } from '@/lib/contract/sources/expected-breaks';
import { route } from '@/server/http/route';
import { checkConnection } from '@/server/sources/forecast/check-connection';

export const POST = route(operation, checkConnection);
