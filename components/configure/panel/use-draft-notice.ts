'use client';

import { useEffect, useRef } from 'react';
import { toast } from '@/components/ui/feedback/toasts/toasts';
import type { Fields } from './draft';
import type { Editing } from './use-editing';

/**
 * Says, when a form is left with something unsaved, that it is kept: a closed panel looks like a saved one.
 *
 * @param of the name of what was changed
 */
export function useDraftNotice(
  { isStillChanged }: Pick<Editing<Fields>, 'isStillChanged'>,
  of: string,
): void {
  const latest = useRef({ isStillChanged, of });
  useEffect(() => {
    latest.current = { isStillChanged, of };
  });
  useEffect(
    () => () => {
      // The draft as it is now counts: a panel that closes itself after saving isn't drawn once more without one.
      const { isStillChanged: isUnsaved, of: name } = latest.current;
      if (isUnsaved()) {
        toast.info(`Your changes to ${name} are not saved. They are kept as a draft until you come back.`);
      }
    },
    [],
  );
}
