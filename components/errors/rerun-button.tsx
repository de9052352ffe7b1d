'use client';

import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { confirmed } from '@/components/run-stream/confirmed';
import { describeError } from '@/components/ui/feedback/describe-error';
import { confirm } from '@/components/ui/feedback/dialogs/dialogs';
import { toast } from '@/components/ui/feedback/toasts/toasts';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { callApi } from '@/lib/client/api-client';
import { listErrors, readError } from '@/lib/contract/insight/errors';
import { MOST_RERUN, readErrorRerun, rerunError } from '@/lib/contract/runs/rerun-error';
import { counted } from './error-words';

interface RerunButtonProps {
  orgId: string;
  errorId: number;
  command: { commandId: number; name: string };
}

/** Runs again what failed with an error, once a person has seen how much that is. */
export function RerunButton({ orgId, errorId, command: { commandId, name } }: RerunButtonProps) {
  const panels = useSidePanels();
  const queryClient = useQueryClient();
  const input = { params: { orgId, kitId: commandId, errorId } };
  const rerun = useMutation({
    mutationFn: async () => {
      const { runs, uncertain } = await callApi(readErrorRerun, input);
      if (!(await confirmRerun(name, runs, uncertain))) return null;
      return confirmed((body) => callApi(rerunError, { ...input, body }));
    },
    onSuccess: (started) => {
      if (started !== null) panels.push({ kind: 'bulk-run', commandId, runId: started.parentRunId });
    },
    onError: (error) => toast.danger(describeError(error).message),
    onSettled: () =>
      Promise.all([listErrors, readError].map(({ id }) => queryClient.invalidateQueries({ queryKey: [id] }))),
  });
  return (
    <Button
      variant="default"
      size="compact-sm"
      leftSection={<IconRefresh size={14} stroke={1.75} aria-hidden />}
      loading={rerun.isPending}
      aria-label={`Run again what failed in ${name}`}
      onClick={() => rerun.mutate()}
    >
      Run again
    </Button>
  );
}

function confirmRerun(name: string, runs: number, uncertain: number): Promise<boolean> {
  if (runs === 0) {
    toast.danger(
      uncertain === 0
        ? 'Nothing is left to run again: someone has dealt with every failed run.'
        : `${counted(uncertain, 'run')} may have had effects at the source. Check there, and run them again one by one.`,
    );
    return Promise.resolve(false);
  }
  return confirm({
    title: `Run “${name}” again?`,
    body: (
      <>
        <p>
          {`${counted(runs, 'run')} that failed with this error will run again as a bulk run, with the values of then and the command as it is now. The failed runs are marked as dealt with.`}
        </p>
        {runs === MOST_RERUN && <p>These are the oldest; press again for the next ones.</p>}
        {uncertain > 0 && (
          <p>{`${counted(uncertain, 'more run')} may have had effects at the source, and will not run again.`}</p>
        )}
      </>
    ),
    confirmLabel: `Run ${counted(runs, 'run')} again`,
  });
}
