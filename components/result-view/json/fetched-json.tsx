import { Fetched, fetchedPart } from '@/components/ui/loading/fetched-part';
import type { PayloadProps } from '../payload';
import { ResultSkeleton } from '../result-skeleton';

export const jsonPart = fetchedPart(() => import('./json-result'));

/** JSON as a tree; its code is fetched with the first such result. */
export function FetchedJson(props: PayloadProps) {
  return <Fetched part={jsonPart} props={props} fallback={<ResultSkeleton />} />;
}
