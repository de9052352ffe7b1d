import { EmptyLine } from '@/components/ui/feedback/empty-notice';

/** A successful run without a result. */
export function EmptyResult() {
  return <EmptyLine>Command ran successfully but did not return an output</EmptyLine>;
}
