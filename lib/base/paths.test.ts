import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { safeReturnPath } from './paths';

describe('S27 S64 where to go after signing in', () => {
  it.each(['/a/commands', '/a/builder?id=4&params=%7B%7D#run-3'])('keeps a path of our own: %s', (path) => {
    expect(safeReturnPath(path)).toBe(path);
  });

  it.each([
    null,
    undefined,
    '',
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example/',
    'javascript:alert(1)',
    ' /a',
    '/\t/evil.example',
    '/\n//evil.example',
    '\\/evil.example',
    'evil.example',
    '/.//evil.example',
    '/..//evil.example',
    '/a/..//evil.example',
    '/%2e//evil.example',
    '/a/%2E%2e//evil.example',
    '/./\\evil.example',
    '/.\t//evil.example',
    '/\t.//evil.example',
    '/a/b/../..//evil.example/c?d#e',
  ])('goes to the landing page from %j', (path) => {
    expect(safeReturnPath(path)).toBe('/');
  });

  it('stays at our origin, however dots, slashes, and blanks are mixed', () => {
    const pieces = ['/', '\\', '.', '..', '%2e', '%2F', '%5c', '\t', '\n', ' ', '@', ':', '?', '#', 'a'];
    const address = fc
      .array(fc.oneof(fc.constantFrom(...pieces, 'evil.example', 'https:', 'javascript:'), fc.string()))
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(
        fc.oneof(
          address,
          address.map((path) => `/${path}`),
        ),
        (candidate) => {
          const path = safeReturnPath(candidate);
          expect(new URL(path, 'https://push.example/sign-in').origin).toBe('https://push.example');
          expect(safeReturnPath(path)).toBe(path);
        },
      ),
      { numRuns: 5_000, seed: 64 },
    );
  });
});
