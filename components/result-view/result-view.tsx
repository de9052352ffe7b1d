'use client';

import type { ComponentType } from 'react';
import { Fetched, type FetchedPart, fetchedPart } from '@/components/ui/loading/fetched-part';
import { EmptyResult } from './empty-result';
import { jsonPart } from './json/fetched-json';
import type { PayloadFormat, PayloadProps } from './payload';
import { ResultSkeleton } from './result-skeleton';
import { TextResult } from './text-result';
import { ValueResult } from './value-result';

type View =
  | { draws: ComponentType<PayloadProps> }
  /** Code that most results don't need is fetched with the first one that does. */
  | { fetches: FetchedPart<PayloadProps> };

const tablePart = fetchedPart(() => import('./table/table-result'));

const views: Record<PayloadFormat, View> = {
  'json.table.rowwise': { fetches: tablePart },
  'json.multiset.rowwise': { fetches: fetchedPart(() => import('./table/tables-result')) },
  json: { fetches: jsonPart },
  single_value: { draws: ValueResult },
  string: { draws: TextResult },
  csv: { fetches: fetchedPart(() => import('./csv-result')) },
  markdown: { fetches: fetchedPart(() => import('./markdown-result')) },
  file: { fetches: fetchedPart(() => import('./file-result')) },
  empty: { draws: EmptyResult },
};

/** The result of a run, rendered by its format. A null format means a run without a result. */
export function ResultView({ format, ...props }: PayloadProps & { format: PayloadFormat | null }) {
  const view = views[format ?? 'empty'];
  if ('fetches' in view) {
    return <Fetched key={format} part={view.fetches} props={props} fallback={<ResultSkeleton />} />;
  }
  return <view.draws {...props} />;
}

/** Fetches the code that renders most results. */
export function prepareResultView(): void {
  tablePart.prepare();
  jsonPart.prepare();
}
