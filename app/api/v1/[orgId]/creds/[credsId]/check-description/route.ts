import { checkDescription as operation } from '@/lib/contract/sources/expected-breaks';
import { route } from '@/server/http/route';
import { checkDescription } from '@/server/sources/forecast/check-description';

export const POST = route(operation, checkDescription);
