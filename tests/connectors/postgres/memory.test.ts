import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memoryBudget } from '@/server/connectors/_shared/memory-budget';
import { createSource, execute, type Source } from './support';

let source: Source;
beforeAll(async () => {
  source = await createSource(`
    create function one_value(megabytes integer) returns text language sql as
      $$ select repeat('x', megabytes * 1000000) $$;
    create function bytes(megabytes integer) returns bytea language sql as
      $$ select convert_to(repeat('x', megabytes * 1000000), 'UTF8') $$;
    create function names(megabytes integer) returns setof refcursor language sql as
      $$ select (repeat('x', 10000) || i)::refcursor from generate_series(1, megabytes * 100) i $$;
    create procedure put_out(megabytes integer, inout big text default null) language plpgsql as
      $$ begin big := repeat('x', megabytes * 1000000); end $$;
    create function many_rows(megabytes integer) returns setof text language sql as
      $$ select repeat('x', 100000) from generate_series(1, megabytes * 10) $$;`);
});
afterAll(() => source.drop());

const BUDGET = 12_000_000;

/** Runs a routine with this memory budget; afterward all of it is free again. */
async function runWithin(budgetBytes: number, cloudName: string, megabytes: number) {
  const memory = memoryBudget(budgetBytes);
  const context = { ...source.context, memory };
  const { executable } = await source.describeRoutine(cloudName);
  try {
    return await execute(source.connection, context, executable, { megabytes });
  } finally {
    expect(memory.tryTake(budgetBytes)).toBe(true);
  }
}

describe('S62 a result that exceeds the memory budget', () => {
  it.each(['one_value(integer)', 'names(integer)', 'put_out(integer, text)', 'bytes(integer)'])(
    'is refused with a message, whatever collects it, and its memory is freed: %s',
    async (name) => {
      await expect(runWithin(BUDGET, `public.${name}`, 40)).rejects.toThrow(
        /doesn't have enough memory for a result this large/,
      );
      const { value } = await runWithin(BUDGET, 'public.one_value(integer)', 1);
      expect(value?.cell).toHaveLength(1_000_000);
    },
  );

  it('doesn’t occur for rows that are passed on as they arrive', async () => {
    const { tables } = await runWithin(BUDGET, 'public.many_rows(integer)', 40);
    expect(tables[0]?.rows).toHaveLength(400);
  });
});

describe('bytes', () => {
  it('count with their own size, not with that of their text', async () => {
    const { value } = await runWithin(256_000_000, 'public.bytes(integer)', 40);
    expect(value?.cell).toHaveLength(Math.ceil(40_000_000 / 3) * 4);
    await expect(runWithin(1_000_000_000, 'public.bytes(integer)', 70)).rejects.toThrow(/larger than 64 MB/);
  });
});
