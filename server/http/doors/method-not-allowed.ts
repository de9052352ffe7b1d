import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError } from '@/server/base/errors';
import { ids } from '@/server/base/ids';
import { allowedMethods } from '@/server/http/doors/operation-paths';
import { refusalBody } from '@/server/http/responses/refusal';

/**
 * Gives the API's refusals of a method (405) the body that all its errors have, and the methods that are possible. The
 * framework answers them itself, without either, before any of our code runs.
 */
export function describeRefusedMethods(): void {
  subscribe('http.server.request.start', (message) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    if (!request.url?.startsWith('/api/v1/')) return;
    const end = response.end.bind(response);
    response.end = (...given: unknown[]) => {
      const isEmpty = given.every((part) => typeof part === 'function' || part == null);
      if (response.statusCode !== 405 || response.headersSent) return Reflect.apply(end, response, given);
      const allowed = allowedMethods(request.url ?? '');
      if (allowed !== null) response.setHeader('Allow', allowed);
      if (!isEmpty || request.method === 'HEAD') return Reflect.apply(end, response, given);
      const requestId = ids.request();
      const refusal = new AppError(
        'method_not_allowed',
        `${request.method} is not possible here. /api/v1/openapi.json lists the methods of each path.`,
      );
      response.setHeader('Content-Type', 'application/json');
      response.setHeader('Cache-Control', 'no-store');
      response.setHeader('X-Request-Id', requestId);
      response.removeHeader('Content-Length');
      return end(JSON.stringify(refusalBody(refusal, requestId)));
    };
  });
}
