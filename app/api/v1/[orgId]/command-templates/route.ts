import * as requests from '@/lib/contract/sources/requests';
import { route } from '@/server/http/route';
import { createRequestTemplate } from '@/server/sources/imports/operations/create-request';

export const POST = route(requests.createRequestTemplate, createRequestTemplate);
