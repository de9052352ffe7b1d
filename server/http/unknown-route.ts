import { notFound } from '@/server/errors';
import { asRefusal, refusalResponse } from '@/server/http/refusal';
import { ids } from '@/server/ids';

/**
 * Answers under every path of the API that no operation has: 404 in the API's own words, rather than a page.
 * Not part of the contract.
 */
export async function unknownRoute(): Promise<Response> {
  return refusalResponse(asRefusal(notFound()), ids.request());
}
