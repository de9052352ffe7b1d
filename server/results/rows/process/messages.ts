import type { Mask } from '@/lib/outputs/masks';
import type { RowPage, RowQuery } from '@/server/results/rows/row-reader';

/** What is masked in a result, as data. */
export interface MaskFacts {
  masks: readonly Mask[];
  outputObjectPath: string | null;
}

/** What the process that reads rows is told: what is masked first, then one query after another. */
export type ToReader = { open: MaskFacts } | { query: RowQuery };

/** Its answer to each query; a refusal is for people. */
export type FromReader = { page: RowPage } | { refused: string };
