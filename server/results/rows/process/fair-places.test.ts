import { expect, test } from 'vitest';
import { mayBegin } from './fair-places';

const of = (userId: string, orgId = `org of ${userId}`) => ({ orgId, userId });

test('S80 two large results are sorted for one person in all of their organizations, and the last place is for the others', () => {
  const eve = [of('eve', 'a'), of('eve', 'b')];
  expect(mayBegin(eve.slice(0, 1), of('eve', 'b'))).toBe(true);
  expect(mayBegin(eve, of('eve', 'c'))).toBe(false);
  expect(mayBegin(eve, of('ana'))).toBe(true);
  expect(mayBegin([...eve, of('ana')], of('ben'))).toBe(false);
});

test('S80 the same holds for one organization with several people', () => {
  expect(mayBegin([of('ana', 'a'), of('ben', 'a')], of('nora', 'a'))).toBe(false);
  expect(mayBegin([of('ana', 'a'), of('ben', 'b')], of('nora', 'a'))).toBe(false);
  expect(mayBegin([of('ana', 'a'), of('ben', 'b')], of('nora', 'c'))).toBe(true);
});
