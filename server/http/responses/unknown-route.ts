import { notFound } from '@/server/base/errors';
import { ids } from '@/server/base/ids';
import { asRefusal, refusalResponse } from '@/server/http/responses/refusal';

/**
 * Handles every path of the API that no operation has: 404 as JSON, rather than a page. Not part of the contract.
 */
export async function unknownRoute(): Promise<Response> {
  return refusalResponse(asRefusal(notFound()), ids.request());
}
