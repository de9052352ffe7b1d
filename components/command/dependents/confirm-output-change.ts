'use client';

import { callApi } from '@/lib/client/api-client';
import { listOutputDependents } from '@/lib/contract/dependents/dependents';
import { comingTime } from '@/lib/runs/run-times';
import { confirmLosses } from './confirm-losses';
import { type OutputDependent, outputLosses } from './output-loss-words';

interface Asked {
  command: { orgId: string; commandId: number };
  title: string;
  words: string;
  /** Which of what takes values from the results is concerned. */
  isConcerned?: (dependent: OutputDependent) => boolean;
}

/** Asks whether results are to have other outputs, once the person has seen what takes values from them. */
export const confirmOutputChange = ({
  command: { orgId, commandId },
  title,
  words,
  isConcerned = () => true,
}: Asked): Promise<boolean> =>
  confirmLosses({
    title,
    words,
    confirmLabel: 'Save',
    read: async () => {
      const all = await callApi(listOutputDependents, { params: { orgId, kitId: commandId } });
      return outputLosses(all.filter(isConcerned), comingTime);
    },
    nothing: null,
  });
