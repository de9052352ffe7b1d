'use client';

import { useEffect, useRef } from 'react';
import { toast } from '@/components/ui/feedback/toasts';

/**
 * Says, when a form is left with something unsaved, that it is kept: a closed panel looks like a saved one.
 *
 * @param of the name of what was changed
 */
export function useDraftNotice(isChanged: boolean, of: string): void {
  const latest = useRef({ isChanged, of });
  useEffect(() => {
    latest.current = { isChanged, of };
  });
  useEffect(
    () => () => {
      // The state at the end counts, not the one when the panel opened.
      const { isChanged: wasChanged, of: name } = latest.current;
      if (wasChanged) {
        toast.info(`Your changes to ${name} are not saved. They are kept as a draft until you come back.`);
      }
    },
    [],
  );
}
