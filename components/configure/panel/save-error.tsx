'use client';

import { useEffect } from 'react';
import { ErrorNotice } from '@/components/ui/feedback/error-notice';
import type { Fields } from './draft';
import { isStale } from './use-configure';
import type { Editing } from './use-editing';

interface SaveErrorProps<F extends Fields> {
  editing: Editing<F>;
  save: { error: Error | null; reset: () => void };
}

/** Why changes were not saved, until they are discarded. Renders nothing if another person saved first: the form shows that. */
export function SaveError<F extends Fields>({
  editing: { isChanged },
  save: { error, reset },
}: SaveErrorProps<F>) {
  useEffect(() => {
    if (!isChanged && error !== null) reset();
  }, [isChanged, error, reset]);
  return isChanged && error !== null && !isStale(error) ? <ErrorNotice error={error} /> : null;
}
