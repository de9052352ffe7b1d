'use client';

import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { type CallInput, callApi } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import { listNeedsAttention } from '@/lib/contract/dependents/attention';
import {
  type homeCommand,
  readHome,
  type sharedCommand,
  type sharedFolder,
} from '@/lib/contract/library/home';
import { listApprovals } from '@/lib/contract/runs/approvals';
import { listRuns, type runSummary } from '@/lib/contract/runs/history';
import { homeInput, MOST_WAITING } from './home-input';

export type HomeCommand = z.output<typeof homeCommand>;
export type SharedCommand = z.output<typeof sharedCommand>;
export type SharedFolder = z.output<typeof sharedFolder>;
export type HomeRun = z.output<typeof runSummary>;

/** Whose home page it is, and of which organization. */
export interface HomeOwner {
  org: { orgId: string; slug: string };
  userId: string;
  /** Admins connect sources. */
  isAdmin: boolean;
}

/** Others answer, and runs end, while the page is open. */
const REFRESH_MS = 15_000;

export function useHome(orgId: string) {
  const input = homeInput(orgId);
  return useQuery({
    queryKey: queryKey(readHome, input),
    queryFn: ({ signal }) => callApi(readHome, input, { signal }),
    staleTime: 0,
  });
}

export function useRuns(input: CallInput<typeof listRuns>) {
  return useQuery({
    queryKey: queryKey(listRuns, input),
    queryFn: ({ signal }) => callApi(listRuns, input, { signal }),
    staleTime: 0,
    refetchInterval: REFRESH_MS,
  });
}

/** Requests that wait: for the person to answer, or for others to answer to them. */
export function useWaitingApprovals(orgId: string, box: 'to_answer' | 'asked') {
  const input = {
    params: { orgId },
    query: { box, state: 'waiting' as const, per_page: MOST_WAITING },
  };
  return useQuery({
    queryKey: queryKey(listApprovals, input),
    queryFn: ({ signal }) => callApi(listApprovals, input, { signal }),
    staleTime: 0,
    refetchInterval: REFRESH_MS,
  });
}

/** What stopped working of the commands that the person configures, and of what they own. */
export function useNeedsAttention(orgId: string) {
  const input = { params: { orgId } };
  return useQuery({
    queryKey: queryKey(listNeedsAttention, input),
    queryFn: ({ signal }) => callApi(listNeedsAttention, input, { signal }),
  });
}
