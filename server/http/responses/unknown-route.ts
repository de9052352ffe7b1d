import { AppError } from '@/server/base/errors';
import { ids } from '@/server/base/ids';
import { refusalResponse } from '@/server/http/responses/refusal';

const LONGEST_PATH = 200;

/**
 * Handles every path of the API that no operation has: 404 as JSON, rather than a page. It says so, because people
 * would look for missing rights otherwise. Not part of the contract.
 */
export async function unknownRoute(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const message = `The API has no ${request.method} ${pathname.slice(0, LONGEST_PATH)}. All its addresses are listed at /api/v1/openapi.json.`;
  return refusalResponse(new AppError('not_found', message), ids.request());
}
