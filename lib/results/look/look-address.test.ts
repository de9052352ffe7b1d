import { expect, test } from 'vitest';
import { isPlain, readLook, writeLook } from './look-address';
import { changedLook, PLAIN_LOOK } from './table-look';

const look = {
  ...PLAIN_LOOK,
  sort: { column: 2, isDescending: true },
  search: 'a & b = "ü"',
  filters: [
    { column: 0, text: 'x:y~z' },
    { column: 3, text: 'line\nbreak' },
  ],
  hidden: [1, 4],
  pinned: [],
  page: 2,
  view: 'Chart' as const,
  isOpen: true,
};

test('a look comes back from its address as it was', () => {
  const at = { runId: 50_000_000_006, resultSet: 1, look };
  expect(readLook(writeLook(at))).toEqual(at);
});

test('a plain look says only which table it is of', () => {
  expect(writeLook({ runId: 7, resultSet: 0, look: PLAIN_LOOK })).toBe('7.0:');
  expect(isPlain(PLAIN_LOOK)).toBe(true);
  expect(isPlain({ ...PLAIN_LOOK, hidden: [] })).toBe(false);
});

test('unreadable parts of an address are ignored', () => {
  expect(readLook('x.0:sort=1')).toBeNull();
  expect(readLook('7.0:sort=x&in=a:b&in=2:&page=0&page=-1&as=pie&hide=1,x')?.look).toEqual({
    ...PLAIN_LOOK,
    hidden: [1],
  });
});

test('an address asks for no more than the API takes', () => {
  const long = 'x'.repeat(2_000);
  const many = Array.from({ length: 60 }, () => `in=1:${long}`).join('&');
  const read = readLook(`7.0:find=${long}&${many}`)?.look;
  expect(read?.search).toHaveLength(300);
  expect(read?.filters).toHaveLength(50);
  expect(read?.filters[0]?.text).toHaveLength(300);
});

test('other rows begin on their first page', () => {
  expect(changedLook(look, { search: 'new' }).page).toBe(0);
  expect(changedLook(look, { hidden: null }).page).toBe(2);
});

test('a long text is cut to what an address can hold', () => {
  expect(changedLook(PLAIN_LOOK, { search: 'x'.repeat(2_000) }).search).toHaveLength(300);
});
