'use client';

import { useState } from 'react';
import { useShareTyped } from '../panel/share-draft';

/** What the recipients of a result get. */
export interface ResultOptions {
  attaches: boolean;
  format: 'csv' | 'xlsx';
  invitesToCommand: boolean;
  invitesToOrg: boolean;
  isOneChain: boolean;
}

const AT_FIRST: ResultOptions = {
  attaches: true,
  format: 'csv',
  invitesToCommand: true,
  invitesToOrg: true,
  isOneChain: false,
};

/** The recipients of a result, which survive closing the panel, and what they get. */
export function useResultDraft(orgId: string, runId: number) {
  const { draft, change, clear } = useShareTyped(`send:${orgId}:${runId}`);
  const [options, setOptions] = useState(AT_FIRST);
  return {
    draft,
    options,
    change,
    choose: (changes: Partial<ResultOptions>) => setOptions((before) => ({ ...before, ...changes })),
    clear,
  };
}
