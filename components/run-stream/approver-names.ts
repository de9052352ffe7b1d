import { anyOf } from '@/lib/base/text/lists';

const MOST_NAMED = 5;

/** The names of those who can answer a request: "Dana, Maria, or 3 more". */
export function approverNames(approvers: readonly string[]): string {
  const rest = approvers.length - MOST_NAMED;
  return anyOf([...approvers.slice(0, MOST_NAMED), ...(rest > 0 ? [`${rest} more`] : [])]);
}
