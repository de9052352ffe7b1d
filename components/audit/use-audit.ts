'use client';

import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { callApi } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import { type auditEvent, listAudit, listAuditActions } from '@/lib/contract/audit/audit';
import { type AuditFilters, apiFilters } from './audit-address';

export type AuditEvent = z.output<typeof auditEvent>;

const ROWS_A_PAGE = 50;

/** The log, page by page, each continuing where the last one ended. */
export function useAudit(orgId: string, filters: AuditFilters) {
  const query = { filter: apiFilters(filters), per_page: ROWS_A_PAGE };
  return useInfiniteQuery({
    queryKey: queryKey(listAudit, { params: { orgId }, query }),
    queryFn: ({ pageParam, signal }) => {
      const before = pageParam === null ? {} : { before: pageParam };
      return callApi(listAudit, { params: { orgId }, query: { ...query, ...before } }, { signal });
    },
    initialPageParam: null as number | null,
    getNextPageParam: (page) => (page.length < ROWS_A_PAGE ? null : (page.at(-1)?.auditEventId ?? null)),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

const none: readonly string[] = [];

/** Every action recorded in the organization. */
export function useAuditActions(orgId: string): readonly string[] {
  const { data } = useQuery({
    queryKey: queryKey(listAuditActions, { params: { orgId } }),
    queryFn: ({ signal }) => callApi(listAuditActions, { params: { orgId } }, { signal }),
  });
  return data ?? none;
}
