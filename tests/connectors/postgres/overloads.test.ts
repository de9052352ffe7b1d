import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSource, type Source } from './support';

let source: Source;

beforeAll(async () => {
  source = await createSource(`
    create schema shop;
    create procedure shop.book(a integer, b text, c date, inout told text default null) language plpgsql
      as $$ begin told := 'number first'; end $$;
    create procedure shop.book(c date, b text, a integer, inout told text default null) language plpgsql
      as $$ begin told := 'date first'; end $$;
    create function shop.rows(a integer, b text) returns table (told text) language sql as $$ select 'number first' $$;
    create function shop.rows(b text, a integer) returns table (told text) language sql as $$ select 'text first' $$;
    create procedure shop.twin(a integer, b integer) language plpgsql as 'begin end';
    create procedure shop.twin(a integer, out b integer) language plpgsql as 'begin b := 1; end';
    create function shop.more(a integer, b integer default 1) returns integer language sql as 'select 1';
    create function shop.more(a integer, b text default '') returns integer language sql as 'select 2';
    create type shop.price as (amount money, fee money);
    create function shop.pay(a integer default 1, cost shop.price default null, n integer default 3, d date default null)
      returns integer language sql as 'select n';
    create function shop.fails(n integer) returns integer language plpgsql
      as $$ begin execute 'select $1::date' using 'x$1'::text; return 1; end $$;
  `);
});

afterAll(() => source.drop());

describe('routines with the same name', () => {
  const values = { a: 1, b: 'x', c: '2026-11-20', told: '' };

  test('a call whose names match two routines is made by position', async () => {
    const first = await source.run('shop.book(integer, text, date, text)', values);
    expect(first).toMatchObject({ errors: [], tables: [{ rows: [['number first']] }] });
    const second = await source.run('shop.book(date, text, integer, text)', values, { inTransaction: false });
    expect(second).toMatchObject({ errors: [], tables: [{ rows: [['date first']] }] });
    expect((await source.run('shop.rows(text, integer)', values)).tables[0]?.rows).toEqual([['text first']]);
  });

  test('a call that stays ambiguous says why, and asks for more arguments only if some are left out', async () => {
    const { errors } = await source.run('shop.twin(integer, integer)', { a: 1, b: 2 });
    expect(errors).toMatchObject([
      { code: '42725', hint: expect.stringContaining('takes the same arguments') },
    ]);
    const omitted = await source.run('shop.more(integer, integer)', { a: 1 });
    expect(omitted.errors).toMatchObject([{ code: '42725', hint: expect.stringContaining('Fill in more') }]);
    expect((await source.run('shop.more(integer, text)', { a: 1, b: '' })).value?.cell).toBe(2);
  });
});

describe('the location of an error', () => {
  const name = 'shop.pay(integer, shop.price, integer, date)';

  test.each([
    ['n', { cost: { amount: '1', fee: '2' }, n: 'many' }],
    ['d', { d: 'never' }],
    ['cost', { cost: { amount: '1', fee: 'much' }, n: 1 }],
  ])('names the argument %s, whatever is left out before it', async (key, values) => {
    const { errors } = await source.run(name, values);
    expect(errors[0]?.where).toMatch(new RegExp(`^argument "${key}"`));
  });

  test('within the routine stays as the server reports it', async () => {
    const { errors } = await source.run('shop.fails(integer)', { n: 1 });
    expect(errors[0]?.where).toMatch(/fails\(integer\)/);
    expect(errors[0]?.where).not.toContain('argument "n"');
  });
});
