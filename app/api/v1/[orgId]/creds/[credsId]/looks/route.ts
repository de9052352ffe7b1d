import { lookAtSource as operation } from '@/lib/contract/sources/expected-breaks';
import { route } from '@/server/http/route';
import { lookAtSource } from '@/server/sources/forecast/look-at-source';

export const POST = route(operation, lookAtSource);
