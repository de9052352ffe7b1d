import { none, opaque } from '@/lib/wire/values';
import { operation } from './operation';

export const readOpenApi = operation({
  id: 'readOpenApi',
  method: 'GET',
  effect: 'read',
  path: '/openapi.json',
  limit: 'document',
  summary: 'This API, described in OpenAPI 3.1',
  permission: { needs: 'nothing' },
  params: none,
  query: none,
  body: null,
  answer: { kind: 'json', status: 200, schema: opaque, isConstant: true },
});
