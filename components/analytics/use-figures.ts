'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callApi } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import {
  listTrendingCommands,
  listTrendingRunners,
  listWeeklyAdditions,
  listWeeklyRuns,
} from '@/lib/contract/insight/analytics';
import type { ResponseOf } from '@/lib/contract/operation';
import type { Shown } from './use-analytics-address';

export type WeekOfRuns = ResponseOf<typeof listWeeklyRuns>[number];
export type TrendingCommand = ResponseOf<typeof listTrendingCommands>[number];
export type TrendingRunner = ResponseOf<typeof listTrendingRunners>[number];
export type WeekOfAdditions = ResponseOf<typeof listWeeklyAdditions>[number];

/** Workers count what has ended every second; a page that stays open is a minute old at most. */
const fresh = { staleTime: 10_000, refetchInterval: 60_000, placeholderData: keepPreviousData } as const;

const switchesOf = ({ dropdowns, startup }: Shown) => ({
  show_dropdown_runs: dropdowns,
  show_startup_runs: startup,
});
const daysOf = ({ zone, since, until }: Shown) => ({ zone, since, until });

export function useWeeklyRuns(orgId: string, shown: Shown) {
  const input = { params: { orgId }, query: { ...switchesOf(shown), ...daysOf(shown) } };
  return useQuery({
    queryKey: queryKey(listWeeklyRuns, input),
    queryFn: ({ signal }) => callApi(listWeeklyRuns, input, { signal }),
    ...fresh,
  });
}

export function useTrendingCommands(orgId: string, shown: Shown) {
  const input = { params: { orgId }, query: { ...switchesOf(shown), zone: shown.zone } };
  return useQuery({
    queryKey: queryKey(listTrendingCommands, input),
    queryFn: ({ signal }) => callApi(listTrendingCommands, input, { signal }),
    ...fresh,
  });
}

export function useTrendingRunners(orgId: string, shown: Shown) {
  const input = { params: { orgId }, query: { ...switchesOf(shown), zone: shown.zone } };
  return useQuery({
    queryKey: queryKey(listTrendingRunners, input),
    queryFn: ({ signal }) => callApi(listTrendingRunners, input, { signal }),
    ...fresh,
  });
}

export function useWeeklyAdditions(orgId: string, shown: Shown) {
  const input = { params: { orgId }, query: daysOf(shown) };
  return useQuery({
    queryKey: queryKey(listWeeklyAdditions, input),
    queryFn: ({ signal }) => callApi(listWeeklyAdditions, input, { signal }),
    ...fresh,
  });
}
