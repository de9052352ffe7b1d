'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type CallInput, callApi } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import {
  listTrendingCommands,
  listTrendingRunners,
  listWeeklyAdditions,
  listWeeklyRuns,
} from '@/lib/contract/insight/analytics';
import { readFigureProgress } from '@/lib/contract/insight/progress';
import {
  listConnectionFigures,
  listGroupFigures,
  listLoneCommands,
  listUnusedCommands,
  listWeeklyOrigins,
} from '@/lib/contract/insight/usage';
import { listCommandFigures, listWeeklyReasons, listWeeklyTimes } from '@/lib/contract/insight/working';
import { listSavings } from '@/lib/contract/insight/worth';
import type { AnyOperation, ResponseOf } from '@/lib/contract/operation';
import type { Shown } from '../use-analytics-address';

export type WeekOfRuns = ResponseOf<typeof listWeeklyRuns>[number];
export type TrendingCommand = ResponseOf<typeof listTrendingCommands>[number];
export type TrendingRunner = ResponseOf<typeof listTrendingRunners>[number];
export type WeekOfAdditions = ResponseOf<typeof listWeeklyAdditions>[number];
export type WeekOfTimes = ResponseOf<typeof listWeeklyTimes>[number];
export type CommandFigures = ResponseOf<typeof listCommandFigures>[number];
export type ConnectionFigures = ResponseOf<typeof listConnectionFigures>[number];
export type GroupFigures = ResponseOf<typeof listGroupFigures>[number];
export type UnusedCommand = ResponseOf<typeof listUnusedCommands>[number];
export type MonthOfSavings = ResponseOf<typeof listSavings>[number];
export type LoneCommand = ResponseOf<typeof listLoneCommands>[number];

/** Workers count what has ended every second; a page that stays open is a minute old at most. */
function useFigure<O extends AnyOperation>(operation: O, input: CallInput<O>) {
  return useQuery({
    queryKey: queryKey(operation, input),
    queryFn: ({ signal }) => callApi(operation, input, { signal }),
    staleTime: 10_000,
    refetchInterval: 60_000,
    placeholderData: keepPreviousData,
  });
}

const zoneOf = ({ zone }: Shown) => ({ zone });
const daysOf = ({ zone, since, until }: Shown) => ({ zone, since, until });
const switchesOf = ({ dropdowns, startup }: Shown) => ({
  show_dropdown_runs: dropdowns,
  show_startup_runs: startup,
});
const everything = (shown: Shown) => ({ ...switchesOf(shown), ...daysOf(shown) });

export const useWeeklyRuns = (orgId: string, shown: Shown) =>
  useFigure(listWeeklyRuns, { params: { orgId }, query: everything(shown) });

export const useTrendingCommands = (orgId: string, shown: Shown) =>
  useFigure(listTrendingCommands, { params: { orgId }, query: everything(shown) });

export const useTrendingRunners = (orgId: string, shown: Shown) =>
  useFigure(listTrendingRunners, { params: { orgId }, query: everything(shown) });

export const useWeeklyAdditions = (orgId: string, shown: Shown) =>
  useFigure(listWeeklyAdditions, { params: { orgId }, query: daysOf(shown) });

export const useWeeklyReasons = (orgId: string, shown: Shown) =>
  useFigure(listWeeklyReasons, { params: { orgId }, query: everything(shown) });

export const useCommandFigures = (orgId: string, shown: Shown) =>
  useFigure(listCommandFigures, { params: { orgId }, query: everything(shown) });

/** @param commandId null for all commands */
export const useWeeklyTimes = (orgId: string, shown: Shown, commandId: number | null) =>
  useFigure(listWeeklyTimes, {
    params: { orgId },
    query: { ...daysOf(shown), ...(commandId === null ? {} : { command_id: commandId }) },
  });

export const useWeeklyOrigins = (orgId: string, shown: Shown) =>
  useFigure(listWeeklyOrigins, { params: { orgId }, query: everything(shown) });

export const useConnectionFigures = (orgId: string, shown: Shown) =>
  useFigure(listConnectionFigures, { params: { orgId }, query: everything(shown) });

export const useGroupFigures = (orgId: string, shown: Shown) =>
  useFigure(listGroupFigures, { params: { orgId }, query: everything(shown) });

export const useUnusedCommands = (orgId: string, shown: Shown) =>
  useFigure(listUnusedCommands, { params: { orgId }, query: zoneOf(shown) });

export const useLoneCommands = (orgId: string) => useFigure(listLoneCommands, { params: { orgId } });

export const useSavings = (orgId: string, shown: Shown) =>
  useFigure(listSavings, { params: { orgId }, query: daysOf(shown) });

export const useFigureProgress = (orgId: string) => useFigure(readFigureProgress, { params: { orgId } });
