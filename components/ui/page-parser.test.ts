import { expect, it } from 'vitest';
import { parseAsPage } from './table/page-parser';

it.each([
  ['1', 0],
  ['3', 2],
  ['0', 0],
  ['-1', 0],
  ['many', 0],
  ['99999999999', 0],
])('page %s of an address is page %i from 0', (text, page) => {
  expect(parseAsPage.parseServerSide(text)).toBe(page);
});

it('a page is written as people count', () => {
  expect(parseAsPage.serialize(2)).toBe('3');
});
