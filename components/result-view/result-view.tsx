'use client';

import { type ComponentType, lazy, Suspense } from 'react';
import { EmptyResult } from './empty-result';
import { LazyJson } from './lazy-json';
import type { PayloadFormat, PayloadProps } from './payload';
import { ResultSkeleton } from './result-skeleton';
import { TextResult } from './text-result';
import { ValueResult } from './value-result';

// What most results do not need is fetched with the first that does.
const TableResult = lazy(() => import('./table-result'));
const TablesResult = lazy(() => import('./tables-result'));
const MarkdownResult = lazy(() => import('./markdown-result'));
const FileResult = lazy(() => import('./file-result'));

const views: Record<PayloadFormat, ComponentType<PayloadProps>> = {
  'json.table.rowwise': TableResult,
  'json.multiset.rowwise': TablesResult,
  json: LazyJson,
  single_value: ValueResult,
  string: TextResult,
  csv: TextResult,
  markdown: MarkdownResult,
  file: FileResult,
  empty: EmptyResult,
};

/** The result of a run, drawn as its format asks. Null is the format of a run that answered nothing. */
export function ResultView({ payload, format }: PayloadProps & { format: PayloadFormat | null }) {
  const View = views[format ?? 'empty'];
  return (
    <Suspense fallback={<ResultSkeleton />}>
      <View payload={payload} />
    </Suspense>
  );
}
