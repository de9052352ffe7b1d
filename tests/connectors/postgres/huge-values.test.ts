import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSource, type Source } from './support';

let source: Source;
beforeAll(async () => {
  source = await createSource(`
    create function one_value(megabytes integer) returns text language sql as
      $$ select repeat('x', megabytes * 1000000) $$;
    create function many_rows(megabytes integer) returns setof text language sql as
      $$ select repeat('x', megabytes * 1000000) from generate_series(1, 5) $$;
    create function complaint(megabytes integer) returns void language plpgsql as
      $$ begin raise exception '%', repeat('x', megabytes * 1000000); end $$;`);
});
afterAll(() => source.drop());

describe('S36 more than fits into memory', () => {
  it.each(['one_value', 'many_rows', 'complaint'])(
    'is an error of that run, and ends nothing else: %s',
    async (name) => {
      const tooLarge = source.run(`public.${name}(integer)`, { megabytes: 80 });
      await expect(tooLarge).rejects.toThrow(/larger than 64 MB/);
      const { value } = await source.run('public.one_value(integer)', { megabytes: 1 });
      expect(value?.cell).toHaveLength(1_000_000);
    },
  );

  it('is an error if single rows fit, but those of a batch together don’t', async () => {
    await expect(source.run('public.many_rows(integer)', { megabytes: 40 })).rejects.toThrow(
      /Together, .* larger than 128 MB/,
    );
  });

  it('is cut if it is the text of an error', async () => {
    const { errors } = await source.run('public.complaint(integer)', { megabytes: 1 });
    expect(errors).toHaveLength(1);
    expect(JSON.stringify(errors).length).toBeLessThan(100_000);
    expect(errors[0]?.message).toMatch(/^x+…$/);
  });
});
