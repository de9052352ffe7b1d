import { describe, expect, it } from 'vitest';
import { safeReturnPath } from './paths';

describe('S27 where to go after signing in', () => {
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
  ])('goes to the landing page from %j', (path) => {
    expect(safeReturnPath(path)).toBe('/');
  });
});
