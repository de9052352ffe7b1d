'use client';

import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { confirmed } from '@/components/run-stream/confirmed';
import { describeError } from '@/components/ui/feedback/describe-error';
import { confirm } from '@/components/ui/feedback/dialogs/dialogs';
import { toast } from '@/components/ui/feedback/toasts/toasts';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { counted } from '@/lib/base/text/counted';
import { callApi } from '@/lib/client/api-client';
import { listErrors, readError } from '@/lib/contract/insight/errors';
import { MOST_RERUN, readErrorRerun, rerunError } from '@/lib/contract/runs/rerun-error';
import { formatCount } from '@/lib/results/table/row-counts';

interface Failing {
  commandId: number;
  name: string;
}

interface Rerun extends Failing {
  runs: number;
  uncertain: number;
}

interface RerunButtonProps {
  orgId: string;
  errorId: number;
  /** One, or all that an error hit. */
  commands: readonly Failing[];
}

const sumOf = (reruns: readonly Rerun[], what: 'runs' | 'uncertain') =>
  reruns.reduce((sum, each) => sum + each[what], 0);

/** Runs again what failed with an error, once a person has seen how much that is. */
export function RerunButton({ orgId, errorId, commands }: RerunButtonProps) {
  const panels = useSidePanels();
  const queryClient = useQueryClient();
  const inputOf = ({ commandId }: Failing) => ({ params: { orgId, kitId: commandId, errorId } });

  /** Starts one command's runs. Returns whether they were started. */
  async function start(command: Failing): Promise<boolean> {
    try {
      const started = await confirmed((body) => callApi(rerunError, { ...inputOf(command), body }));
      if (started === null) return false;
      if (commands.length === 1)
        panels.push({ kind: 'bulk-run', commandId: command.commandId, runId: started.parentRunId });
      return true;
    } catch (error) {
      const { message } = describeError(error);
      toast.danger(commands.length === 1 ? message : `${command.name}: ${message}`);
      return false;
    }
  }

  const rerun = useMutation({
    mutationFn: async () => {
      const reruns = await Promise.all(
        commands.map(async (command) => ({
          ...command,
          ...(await callApi(readErrorRerun, inputOf(command))),
        })),
      );
      if (!(await confirmRerun(reruns))) return;
      const started: Rerun[] = [];
      for (const each of reruns) if (each.runs > 0 && (await start(each))) started.push(each);
      if (commands.length > 1 && started.length > 0)
        toast.success(`${amountOf(started)} started again as bulk runs`);
    },
    onError: (error) => toast.failure('Not all runs were started again', error),
    onSettled: () =>
      Promise.all([listErrors, readError].map(({ id }) => queryClient.invalidateQueries({ queryKey: [id] }))),
  });
  const [only] = commands.length === 1 ? commands : [];
  return (
    <Button
      variant="default"
      size="compact-sm"
      leftSection={<IconRefresh size={14} stroke={1.75} aria-hidden />}
      loading={rerun.isPending}
      aria-label={only === undefined ? undefined : `Run again what failed in ${only.name}`}
      onClick={() => rerun.mutate()}
    >
      {only === undefined ? 'Run all again' : 'Run again'}
    </Button>
  );
}

/** How many runs they are, such as `12 runs`, or `12 runs of 3 commands`. */
function amountOf(reruns: readonly Rerun[]): string {
  const runs = counted(sumOf(reruns, 'runs'), 'run');
  return reruns.length === 1 ? runs : `${runs} of ${formatCount(reruns.length)} commands`;
}

async function confirmRerun(reruns: readonly Rerun[]): Promise<boolean> {
  const uncertain = sumOf(reruns, 'uncertain');
  const some = reruns.filter(({ runs }) => runs > 0);
  if (some.length === 0) {
    toast.danger(
      uncertain === 0
        ? 'Nothing is left to run again: someone has handled every failed run.'
        : `${counted(uncertain, 'run')} may have had effects at the source. Check there, and run them again one by one.`,
    );
    return false;
  }
  const [first] = reruns;
  return confirm({
    title: reruns.length === 1 ? `Run “${first?.name}” again?` : 'Run all of them again?',
    body: (
      <>
        <p>
          {`${amountOf(some)} that failed with this error will run again as ${some.length === 1 ? 'a bulk run' : 'bulk runs'}, with the same values as before, and ${some.length === 1 ? 'the command as it is' : 'the commands as they are'} now. The failed runs are marked as handled.`}
        </p>
        {some.some(({ runs }) => runs === MOST_RERUN) && (
          <p>These are the oldest; press again for the next ones.</p>
        )}
        {uncertain > 0 && (
          <p>{`${counted(uncertain, 'more run')} may have had effects at the source, and will not run again.`}</p>
        )}
      </>
    ),
    confirmLabel: `Run ${counted(sumOf(some, 'runs'), 'run')} again`,
  });
}
