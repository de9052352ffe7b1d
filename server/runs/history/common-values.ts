import statement from 'sql-template-tag';
import { column, query } from '@/server/base/database/statements';
import type { RunFilters } from '@/server/runs/history/run-filters';
import { type CommonTexts, likePattern } from '@/server/runs/history/run-query';

/** The index of values needs this many characters of a text. */
const INDEXED_TEXT = /[\p{L}\p{N}]{3}/u;

export const isIndexed = (text: string): boolean => INDEXED_TEXT.test(text);

/** How many of the newest runs are looked at, and how many of them must have a text that many runs have. */
const NEWEST = 1_000;
const MANY = 100;

/**
 * Returns those of the texts to search for among values that many runs have. Their index would return most of the history
 * before the first match is known; along the newest runs, enough matches are found soon. A text that the index can't find
 * counts as one of these, since it is looked for along the newest runs, too.
 */
export async function commonTexts(orgId: string, { texts }: RunFilters): Promise<CommonTexts> {
  const wanted = [
    ...new Set(texts.flatMap(({ field, text }) => (field === 'runrams' || field === 'search' ? text : []))),
  ];
  if (wanted.length === 0) return new Map();
  const rows = await query(
    { text: column.text, are_short: column.boolean },
    statement`with newest as materialized (
       select r.params, r.short_params is not null as is_short from run r
       where r.org_id = ${orgId} and r.queued_at is not null
       order by r.created_at desc, r.run_id desc limit ${NEWEST})
     select wanted.text, found.are_short
     from unnest(${wanted}::text[], ${wanted.map(likePattern)}::text[],
       ${wanted.map(isIndexed)}::boolean[]) as wanted(text, pattern, is_indexed)
     cross join lateral (
       select count(*) as number, 2 * count(*) filter (where is_short) >= count(*) as are_short
       from newest where newest.params ilike wanted.pattern) found
     where found.number >= ${MANY} or not wanted.is_indexed`,
  );
  return new Map(rows.map(({ text, are_short: areShort }) => [text, { areShort }]));
}
