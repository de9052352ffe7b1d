import { afterEach, expect, it } from 'vitest';
import { listCommands } from '@/lib/contract/library/commands';
import { forgetProcessWide } from '@/server/base/process-wide';
import { findHandler, openApiDoor } from './api-door';

const handle = async () => new Response();
const path = '/api/v1/acme/skinny-kits';

afterEach(forgetProcessWide);

it('leaves a request to the framework until its route is loaded', () => {
  expect(findHandler('GET', path)).toBeNull();
  openApiDoor(listCommands, handle);
  expect(findHandler('GET', path)).toEqual({ handle, params: { orgId: 'acme' } });
  expect(findHandler('GET', `${path}?filter=a/../b`)).toEqual({ handle, params: { orgId: 'acme' } });
});

it('S23 leaves everything but plain paths and methods of the contract to the framework', () => {
  openApiDoor(listCommands, handle);
  for (const [method, target] of [
    ['HEAD', path],
    ['OPTIONS', path],
    ['POST', path],
    ['get', path],
    ['GET', `${path}/`],
    ['GET', '/api/v1/acme%2fskinny-kits'],
    ['GET', '/api/v1/acme;x/skinny-kits'],
    ['GET', '/api/v1/x/../acme/skinny-kits'],
    ['GET', '/api/v1//acme/skinny-kits'],
    ['GET', '/API/v1/acme/skinny-kits'],
    ['GET', `http://localhost${path}`],
    ['GET', `/${path}`],
    ['GET', '/api/v1/users/me'],
    [undefined, undefined],
  ] as const) {
    expect([method, target, findHandler(method, target)]).toEqual([method, target, null]);
  }
});
