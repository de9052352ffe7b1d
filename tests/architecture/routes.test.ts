import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { operations } from '@/lib/contract/operations';
import { unknownRoute } from '@/server/http/responses/unknown-route';
import type { RouteHandler } from '@/server/http/route';
import { filesIn } from './source-files';

const METHODS = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE', 'HEAD', 'OPTIONS'];

/** Routes of the application that are not operations of the API. */
const OUTSIDE_THE_CONTRACT = [
  'app/healthz/route.ts',
  'app/livez/route.ts',
  'app/readyz/route.ts',
  'app/metrics/route.ts',
  'app/stats/route.ts',
  'app/cli.tgz/route.ts',
  // The exchange with identity providers, whose addresses they know.
  'app/api/auth/[...nextauth]/route.ts',
  // Programs speak MCP and OAuth here; tests/programs calls them as every kind of caller.
  'app/api/mcp/route.ts',
  // Signed deliveries, which no session or token speaks for; tests/automation/webhooks sends them.
  'app/api/v1/[orgId]/webhooks/[webhookPublicId]/route.ts',
  // The same of sources, about pushes; tests/sources/pushes.test.ts sends them.
  'app/api/v1/[orgId]/pushes/[pushPublicId]/route.ts',
  'app/api/oauth/token/route.ts',
  'app/api/oauth/register/route.ts',
  'app/api/oauth/revoke/route.ts',
  'app/.well-known/oauth-authorization-server/route.ts',
  'app/.well-known/oauth-protected-resource/api/mcp/route.ts',
];

const routeFiles = filesIn(['app'], ['route.ts', 'route.tsx']).filter(
  (file) => !OUTSIDE_THE_CONTRACT.includes(file),
);

function pathOf(file: string): string {
  return file
    .replace(/^app\/api\/v1/, '')
    .replace(/\/route\.tsx?$/, '')
    .replace(/\[(\w+)\]/g, '{$1}');
}

describe('S23 every exported method of every route file', () => {
  it('is below /api/v1, except what OUTSIDE_THE_CONTRACT names', () => {
    expect(routeFiles.filter((file) => !file.startsWith('app/api/v1/'))).toEqual([]);
    expect(routeFiles.length).toBeGreaterThan(10);
  });

  const served: string[] = [];

  for (const file of routeFiles) {
    it(`${file} uses the wrapper and is in the contract`, async () => {
      const module: Record<string, unknown> = await import(join(process.cwd(), file));
      for (const [name, exported] of Object.entries(module)) {
        expect(METHODS, `${file} exports ${name}`).toContain(name);
        if (exported === unknownRoute) continue;
        const { operation } = exported as RouteHandler;
        expect(operations, `${file} ${name} is no operation of the contract`).toContain(operation);
        expect([operation.method, operation.path]).toEqual([name, pathOf(file)]);
        served.push(operation.id);
      }
    });
  }

  it('every operation of the contract is served once', () => {
    expect(served.sort()).toEqual(operations.map(({ id }) => id).sort());
  });
});

it('S29 pages of other sites read only what programs in a browser need to speak MCP', () => {
  const open = filesIn(['app', 'server'], ['.ts', '.tsx']).filter((file) =>
    readFileSync(file, 'utf8').includes('http/requests/cross-origin'),
  );
  expect(open.sort()).toEqual([
    'app/.well-known/oauth-authorization-server/route.ts',
    'app/.well-known/oauth-protected-resource/api/mcp/route.ts',
    'app/api/mcp/route.ts',
    'app/api/oauth/register/route.ts',
    'app/api/oauth/revoke/route.ts',
    'app/api/oauth/token/route.ts',
    'server/programs/mcp/handle-mcp.ts',
    'server/programs/oauth/handle-oauth.ts',
  ]);
});

describe('the contract', () => {
  it('has one operation for each id, and for each method and path', () => {
    const ids = operations.map(({ id }) => id);
    const places = operations.map(({ method, path }) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`);
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(places).size).toBe(places.length);
  });

  it('names an organization in the path of every operation that needs one', () => {
    const lacking = operations.filter(
      ({ permission, path }) =>
        (permission.needs === 'org' || permission.needs === 'run') && !path.includes('/{orgId}/'),
    );
    expect(lacking.map(({ id }) => id)).toEqual([]);
  });
});
