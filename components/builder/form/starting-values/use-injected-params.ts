'use client';

import { useQueryClient } from '@tanstack/react-query';
import { parseAsString, useQueryState } from 'nuqs';
import { useContext, useEffect, useRef } from 'react';
import type { Command } from '@/components/builder/use-command';
import { toast } from '@/components/ui/feedback/toasts/toasts';
import type { InputValues } from '@/lib/inputs/input';
import { FormPlaceContext } from '../form-place';

/**
 * Copies the values of the run named in the address (`injectParamsFrom`) into the form, once; then the parameter is
 * removed in any case. Few addresses have it, so its code is fetched on demand.
 */
export function useInjectedParams(command: Command, fill: (values: InputValues) => void): void {
  const client = useQueryClient();
  const [named, setText] = useQueryState('injectParamsFrom', parseAsString);
  const text = useContext(FormPlaceContext) === null ? named : null;
  const asked = useRef<string | null>(null);
  useEffect(() => {
    if (text === null || asked.current === text) return;
    asked.current = text;
    import('./inject-params')
      .then(({ injectParams }) => injectParams(client, command, text, fill))
      .catch((error: unknown) => toast.failure(`The values of run ${text} could not be loaded`, error))
      .finally(() => void setText(null));
  }, [text, command, client, fill, setText]);
}
