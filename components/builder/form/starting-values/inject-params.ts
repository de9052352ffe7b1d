import type { QueryClient } from '@tanstack/react-query';
import type { Command } from '@/components/builder/use-command';
import { describeError } from '@/components/ui/feedback/describe-error';
import { toast } from '@/components/ui/feedback/toasts/toasts';
import { ApiError, callApi } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import { readRun } from '@/lib/contract/runs/runs';
import type { InputValues } from '@/lib/inputs/input';
import { injectedValues } from './injected-values';

const ids = /^[1-9]\d{0,14}$/;

/** Loads the values of a run into the form, or says why it can't. */
export async function injectParams(
  client: QueryClient,
  { orgId, commandId, template }: Command,
  text: string,
  fill: (values: InputValues) => void,
): Promise<void> {
  if (!ids.test(text)) {
    toast.danger(`The values of run ${text} cannot be read. A run is named by its number.`);
    return;
  }
  const runId = Number(text);
  const input = { params: { orgId, kitId: commandId, runId } };
  try {
    const run = await client.fetchQuery({
      queryKey: queryKey(readRun, input),
      queryFn: ({ signal }) => callApi(readRun, input, { signal }),
    });
    if (run.params === null) {
      toast.danger(
        `Run ${runId} has no values of its own. If it is a bulk run, choose one of the runs in it.`,
      );
      return;
    }
    fill(injectedValues(template.inputs, run.params));
    toast.info(`The form has the values of run ${runId}. Nothing has run yet.`);
  } catch (error) {
    toast.danger(`The values of run ${runId} could not be loaded. ${reasonOf(error)}`);
  }
}

const reasonOf = (error: unknown): string =>
  error instanceof ApiError && error.status === 404
    ? "It isn't a run of this command, or you can't see it."
    : describeError(error).message;
