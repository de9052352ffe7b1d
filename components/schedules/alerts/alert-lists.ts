'use client';

import { type UseMutationResult, type UseQueryResult, useMutation } from '@tanstack/react-query';
import { useNewJob } from '../job/new-job-draft';
import type { Command, Job } from '../use-jobs';
import { type AlertDraft, type JobAlert, useAlerts, useCreateAlert, useDeleteAlert } from './use-alerts';

/** The alerts of a job, where they can be added and deleted. */
export interface AlertList {
  alerts: Pick<UseQueryResult<JobAlert[]>, 'data' | 'error' | 'isFetching'> & { refetch: () => unknown };
  /** Returns the key of a webhook that was created, which is shown once. */
  create: UseMutationResult<{ signingKey: string | null }, Error, AlertDraft>;
  /** Takes the alert's id. */
  remove: UseMutationResult<unknown, Error, number>;
}

export const useSavedAlerts = (job: Job): AlertList => ({
  alerts: useAlerts(job),
  create: useCreateAlert(job),
  remove: useDeleteAlert(job),
});

/** The alerts of a job that isn't saved yet, by their place in its draft. */
export function useNewAlerts({ commandId, template }: Command): AlertList {
  const { draft, set } = useNewJob(commandId, template.inputs);
  return {
    alerts: {
      data: draft.alerts.map(shownDraft),
      error: null,
      isFetching: false,
      refetch: () => undefined,
    },
    create: useMutation({
      mutationFn: async (added: AlertDraft) => {
        set({ alerts: [...draft.alerts, added] });
        return { signingKey: null };
      },
    }),
    remove: useMutation({
      mutationFn: async (index: number) => set({ alerts: draft.alerts.filter((_, each) => each !== index) }),
    }),
  };
}

/** An alert of a draft as if it were saved. */
export const shownDraft = ({ alert, target }: AlertDraft, index: number): JobAlert => ({
  alertId: index,
  channel: alert.channel,
  userId: alert.userId ?? null,
  target,
  isReached: true,
  events: alert.events,
  onlyWhen: alert.onlyWhen ?? 'always',
  attachesResult: alert.attachesResult ?? false,
  lastDelivery: null,
});
