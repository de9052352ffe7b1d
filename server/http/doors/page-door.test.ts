import { expect, test } from 'vitest';
import { mayBePage } from './page-door';

test('S66 any address may be a page, but those that have limits of their own', () => {
  for (const target of ['/api/v1/users/me', '/api/mcp?a=/orgs', '/healthz', '/_next/static/chunks/a.js']) {
    expect([target, mayBePage(target)]).toEqual([target, false]);
  }
  for (const target of [
    '/',
    '/orgs',
    '/nothing.svg',
    '/api',
    '/healthz/more',
    '/_next/image?url=a',
    undefined,
  ]) {
    expect([target, mayBePage(target)]).toEqual([target, true]);
  }
});

test('S66 an address that only looks like one of those is a page', () => {
  for (const target of [
    '/api/v1/../../orgs',
    '/_next/static/%2e%2e/%2E%2E/orgs',
    '/api/v1/..\\..\\orgs',
    'http://localhost/orgs?/api/v1/',
    '//api/v1/users',
    '/?/healthz',
    'not an address:',
  ]) {
    expect([target, mayBePage(target)]).toEqual([target, true]);
  }
});
