import { operation } from '@/lib/contract/operation';
import { none } from '@/lib/contract/values';
import { notFound } from '@/server/errors';
import { asRefusal, refusalResponse } from '@/server/http/refusal';
import type { RouteHandler } from '@/server/http/route';
import { ids } from '@/server/ids';

/** Not part of the contract: what answers under every path that no operation has. */
export const unknownOperation = operation({
  id: 'unknown',
  method: 'GET',
  path: '/{unknown}',
  summary: 'Nothing stands here',
  permission: { needs: 'nothing' },
  params: none,
  query: none,
  body: null,
  answer: { kind: 'nothing' },
});

/** 404 in the API's own words, rather than a page, for paths that it does not have. */
export const unknownRoute: RouteHandler = Object.assign(
  async () => refusalResponse(asRefusal(notFound()), ids.request()),
  { operation: unknownOperation },
);
