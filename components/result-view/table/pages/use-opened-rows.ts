import { type RefObject, useEffect } from 'react';
import type { WholeResult } from '@/components/result-view/output-settings';
import { callApi } from '@/lib/client/api-client';
import { listResultRows } from '@/lib/contract/results/result-rows';

/** Where a person points, or types, before rows are sorted or filtered. */
const ABOUT_TO_LOOK = '[role="columnheader"], input';

/**
 * Has the server open a large result as soon as someone points at a column or a filter, once: to find where a million rows
 * are takes as long as to sort them.
 */
export function useOpenedRows(ref: RefObject<HTMLElement | null>, whole: WholeResult): void {
  const { orgId, kitId, runId } = whole;
  useEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const stopping = new AbortController();
    const open = ({ target }: Event) => {
      if (!(target instanceof Element) || target.closest(ABOUT_TO_LOOK) === null) return;
      stopping.abort();
      const input = { params: { orgId, kitId, runId }, query: { from: 0, count: 1 } };
      void callApi(listResultRows, input, { isTrusted: true }).catch(() => {
        // Sorting or filtering sends the same request, and shows why it failed.
      });
    };
    for (const event of ['pointerover', 'focusin']) {
      element.addEventListener(event, open, { signal: stopping.signal });
    }
    return () => stopping.abort();
  }, [ref, orgId, kitId, runId]);
}
