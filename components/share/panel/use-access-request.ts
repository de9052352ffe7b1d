'use client';

import { useQuery } from '@tanstack/react-query';
import { useQueryState } from 'nuqs';
import { useEffect, useEffectEvent, useState } from 'react';
import { describeError } from '@/components/ui/feedback/describe-error';
import { callApi } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import { readAccessRequest } from '@/lib/contract/sharing/access-requests';
import type { Recipient } from '../recipients/recipients';
import type { Subject } from './sharing';

/** The part of the address that leads here from a request for access. */
export const REQUEST = 'request';

/**
 * Fills in the person who requested access if the address came with their request, and removes it from the address, so
 * that a reload doesn't fill it in again. Returns a message about it; null without one.
 */
export function useAccessRequest(
  { kind, orgId, id }: Subject,
  onAsk: (one: Recipient) => void,
): string | null {
  const [token, setToken] = useQueryState(REQUEST, { history: 'replace' });
  const [asked, setAsked] = useState<string | null>(null);
  const input = { params: { orgId, token: token ?? '' } };
  const request = useQuery({
    queryKey: queryKey(readAccessRequest, input),
    queryFn: ({ signal }) => callApi(readAccessRequest, input, { signal }),
    enabled: token !== null && kind === 'command',
  });
  const { data, error } = request;
  const onAnswer = useEffectEvent(() => {
    if (data?.commandId === id) {
      const { userId, name, email, message } = data;
      onAsk({ kind: 'person', id: userId, name, email, role: 'runner', problem: null });
      setAsked(`${name} asked for access to this command${message === null ? '.' : `: “${message}”`}`);
    } else setAsked(error === null ? 'This request is about another command.' : describeError(error).message);
    void setToken(null);
  });
  useEffect(() => {
    if (data !== undefined || error !== null) onAnswer();
  }, [data, error]);
  return asked;
}
