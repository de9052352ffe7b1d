import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSource, type Source } from './support';

let source: Source;

beforeAll(async () => {
  source = await createSource(`
    create schema shop;
    create table shop.log (id serial, line text);
    create procedure shop.steps(a integer, out doubled integer, inout note text default 'none') language plpgsql as $$ begin
      insert into shop.log (line) values (note); doubled := a * 2; note := note || '!'; end $$;
    create procedure shop.commits() language plpgsql as $$ begin insert into shop.log (line) values ('kept'); commit; end $$;
    create procedure shop.quiet() language sql as '';
    create function shop.one_cursor() returns refcursor language plpgsql as $$ declare c refcursor := 'odd "name"'; begin
      open c for select i, 'r' || i as label from generate_series(1, 250) i; return c; end $$;
    create function shop.two_cursors(out a refcursor, out b refcursor) language plpgsql as $$ begin
      open a for select 1 as x; open b for select 2 as y where false; end $$;
    create function shop.counted_cursors(out total integer, out c refcursor, out closed refcursor) language plpgsql as $$ begin
      total := 2; open c for select 'a' as letter; end $$;
    create procedure shop.cursor_out(inout c refcursor default null) language plpgsql as $$ begin open c for select 1 as x; end $$;
    create procedure shop.unnamed_cursor(a integer, inout c refcursor) language plpgsql as $$ begin open c for select a as x; end $$;
    create procedure shop.same_name(in a integer, out a integer) language sql as 'select 7';
  `);
});

afterAll(() => source.drop());

describe('cursors', () => {
  test('refcursors are result sets, but the row of their names isn’t', async () => {
    const one = await source.run('shop.one_cursor()');
    expect(one.tables).toHaveLength(1);
    expect(one.tables[0]?.rows).toHaveLength(250);
    const two = await source.run('shop.two_cursors()', {}, { inTransaction: false });
    expect(two.tables.map(({ columns, rows }) => [columns[0]?.name, rows])).toEqual([
      ['x', [[1]]],
      ['y', []],
    ]);
  });

  test('other columns are a result set before them', async () => {
    const { tables } = await source.run('shop.counted_cursors()');
    expect(tables.map(({ columns, rows }) => [columns.map(({ name }) => name), rows])).toEqual([
      [['total'], [[2]]],
      [['letter'], [['a']]],
    ]);
  });

  test('one that goes in and out needs no name', async () => {
    const { inputs } = await source.describeRoutine('shop.unnamed_cursor(integer, refcursor)');
    expect(inputs.map(({ key, defaultAmbiguousInput }) => [key, defaultAmbiguousInput])).toEqual([
      ['a', 'required'],
      ['c', 'explicitNull'],
    ]);
    const { tables } = await source.run('shop.unnamed_cursor(integer, refcursor)', { a: 5, c: null });
    expect(tables[0]?.rows).toEqual([[5]]);
  });

  test('a procedure has them within its transaction, and says so if it is not in one', async () => {
    expect((await source.run('shop.cursor_out(refcursor)')).tables[0]?.rows).toEqual([[1]]);
    const outside = await source.run('shop.cursor_out(refcursor)', {}, { inTransaction: false });
    expect(outside.errors).toMatchObject([{ code: '34000', hint: expect.stringContaining('switch on') }]);
  });
});

describe('procedures', () => {
  test('an input and an output of the same name are distinguished by position', async () => {
    expect((await source.run('shop.same_name(integer)', { a: 1 })).tables[0]?.rows).toEqual([[7]]);
  });

  test('output arguments are a table of one row', async () => {
    const { tables, errors } = await source.run('shop.steps(integer, text)', { a: 4 });
    expect(errors).toEqual([]);
    expect(tables).toEqual([
      {
        columns: [
          { name: 'doubled', type: 'integer' },
          { name: 'note', type: 'text' },
        ],
        rows: [[8, 'none!']],
      },
    ]);
    expect(await source.run('shop.quiet()')).toMatchObject({ tables: [], value: null, errors: [] });
  });

  test('its own COMMIT requires the switch to be off, and the error names it', async () => {
    const refused = await source.run('shop.commits()');
    expect(refused.errors).toMatchObject([
      { code: '2D000', hint: expect.stringContaining('Execute in a transaction') },
    ]);
    expect((await source.run('shop.commits()', {}, { inTransaction: false })).errors).toEqual([]);
    const kept = await source.admin.query("select count(*)::int as n from shop.log where line = 'kept'");
    expect(kept.rows).toEqual([{ n: 1 }]);
  });
});
