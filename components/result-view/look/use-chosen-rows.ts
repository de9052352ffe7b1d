'use client';

import type { QueryOf } from '@/lib/contract/operation';
import type { createDownloadLink } from '@/lib/contract/results/downloads';
import { isOwnSelection, rowsQuery } from '@/lib/results/look/table-look';
import { countRows, formatCount } from '@/lib/results/table/row-counts';
import { useShown } from './shown-rows';
import { useOpenLook } from './use-look';

/** What a person may download of a result: what they see of its table, or all. */
export interface ChosenRows {
  /** Such as `2 shown rows`. */
  shownWords: string;
  /** Such as `these 2 rows`. */
  theseWords: string;
  /** Such as `All 20 rows`. */
  allWords: string;
  query: QueryOf<typeof createDownloadLink>;
}

interface Result {
  runId: number;
  payloadFormat: string | null;
  totalRows: number | null;
}

/** Null unless a person filtered or sorted the table that is shown, or chose its columns. */
export function useChosenRows({ runId, payloadFormat, totalRows }: Result): ChosenRows | null {
  const { resultSet, look } = useOpenLook(runId);
  const shown = useShown(runId, resultSet);
  if (shown === null || shown.rows === null || !isOwnSelection(look)) return null;
  const isAll = look.sort === null && look.hidden === null && shown.rows === totalRows;
  if (isAll) return null;
  const isMultiset = payloadFormat === 'json.multiset.rowwise';
  const shownRows = `${formatCount(shown.rows)} shown ${shown.rows === 1 ? 'row' : 'rows'}`;
  return {
    shownWords: isMultiset ? `${shownRows} of Result ${resultSet + 1}` : shownRows,
    theseWords: shown.rows === 1 ? 'this row' : `these ${countRows(shown.rows)}`,
    allWords: isMultiset || totalRows === null ? 'The whole result' : `All ${countRows(totalRows)}`,
    query: {
      ...(resultSet > 0 && { resultSet }),
      ...rowsQuery(look),
      ...(look.hidden !== null && { columns: shown.columns.join() }),
    },
  };
}
