'use client';

import { ActionIcon, Menu } from '@mantine/core';
import {
  IconChecks,
  IconDots,
  IconDownload,
  IconFileText,
  IconFilter,
  IconGitCompare,
  IconLayoutSidebarRight,
  IconMail,
  IconPlayerPlay,
  IconPlayerStop,
  IconRosetteDiscountCheck,
  IconStack2,
  IconTrash,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useCombineRuns } from '@/components/result-view/combine/use-combine-runs';
import { wayToEnd } from '@/components/run-stream/approval-to-wait-for';
import { useCancelRun } from '@/components/run-stream/use-cancel-run';
import { isFailure, useMarkRuns } from '@/components/run-stream/use-mark-runs';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { paths } from '@/lib/base/paths';
import { callApi, operationUrl } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import { readMe } from '@/lib/contract/people/people';
import { readReceipt } from '@/lib/contract/runs/receipts';
import { hasEnded } from '@/lib/runs/run-status';
import { openInBuilderWords } from '../run/open-in-builder';
import { openLog } from '../run/open-log';
import { useDownloadResult } from '../run/use-download-result';
import type { RunSummary } from '../use-history';
import { useHistoryAddress } from '../use-history-address';
import { useDeleteResults } from './use-delete-results';

const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;

/** One file with every row of a bulk run, and why some failed. */
const ALL_ROWS = { format: 'xlsx', withParams: true, withErrors: true } as const;

const maySend = (run: RunSummary): boolean =>
  run.isBulkParent ? hasEnded(run.status) : run.status === 'success' && !run.isDeleted;

/** Actions on one run. */
export function RunMenu({ run, orgSlug }: { run: RunSummary; orgSlug: string }) {
  const panels = useSidePanels();
  const { change } = useHistoryAddress();
  const { askToDelete } = useDeleteResults(run.orgId);
  const download = useDownloadResult();
  const combine = useCombineRuns();
  const cancel = useCancelRun();
  const mark = useMarkRuns(run.orgId);
  const me = useQuery({
    queryKey: queryKey(readMe, {}),
    queryFn: ({ signal }) => callApi(readMe, {}, { signal }),
    enabled: run.isWaitingForApproval,
  });
  // Whose run it is may be known later: the item is there from the start, so that no other moves under the pointer.
  const isHeld = run.isWaitingForApproval;
  const ending = wayToEnd(run.status, isHeld ? { mayView: true, mayAnswer: false } : null);
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <ActionIcon aria-label={`Actions for run ${run.runId}, ${run.name}`}>
          <IconDots size={16} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconLayoutSidebarRight {...icon} />}
          onClick={() => panels.push({ kind: 'run', runId: run.runId })}
        >
          Show details
        </Menu.Item>
        {run.isBulkParent && (
          <Menu.Item
            leftSection={<IconStack2 {...icon} />}
            onClick={() => panels.push({ kind: 'bulk-run', commandId: run.commandId, runId: run.runId })}
          >
            Show the rows
          </Menu.Item>
        )}
        <Menu.Item
          component={Link}
          href={paths.withValuesOf(orgSlug, run.commandId, run.runId)}
          prefetch={false}
          leftSection={<IconPlayerPlay {...icon} />}
        >
          {openInBuilderWords(run)}
        </Menu.Item>
        <Menu.Item
          component={Link}
          href={paths.compareRuns(orgSlug, run.runId)}
          prefetch={false}
          leftSection={<IconGitCompare {...icon} />}
        >
          Compare with another run
        </Menu.Item>
        {ending !== null && (
          <Menu.Item
            leftSection={<IconPlayerStop {...icon} />}
            disabled={isHeld && me.data?.userId !== run.userId}
            onClick={() => cancel.mutate(run)}
          >
            {ending}
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<IconDownload {...icon} />}
          disabled={!hasEnded(run.status)}
          onClick={() => {
            if (run.isBulkParent)
              combine.mutate({ ...ALL_ROWS, orgId: run.orgId, of: { parentRunId: run.runId } });
            else void download(run);
          }}
        >
          {run.isBulkParent ? 'Download the rows' : 'Download'}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconMail {...icon} />}
          disabled={!maySend(run)}
          onClick={() => panels.push({ kind: 'send-result', runId: run.runId })}
        >
          Email the result
        </Menu.Item>
        <Menu.Item leftSection={<IconFileText {...icon} />} onClick={() => void openLog(run)}>
          Open the log
        </Menu.Item>
        <Menu.Item
          component="a"
          href={operationUrl(readReceipt, { params: { orgId: run.orgId, runId: run.runId } })}
          download
          leftSection={<IconRosetteDiscountCheck {...icon} />}
          disabled={!hasEnded(run.status)}
        >
          Download the receipt
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconFilter {...icon} />}
          onClick={() => change.filter({ filter: [`kit_id:${run.commandId}`] })}
        >
          Only this command
        </Menu.Item>
        <Menu.Item
          leftSection={<IconFilter {...icon} />}
          onClick={() => change.filter({ filter: [`user_id:${run.userId}`] })}
        >
          Only runs of {run.userName}
        </Menu.Item>
        {isFailure(run) && (
          <Menu.Item
            leftSection={<IconChecks {...icon} />}
            onClick={() =>
              mark.mutate({ runs: { runIds: [run.runId] }, isDealtWith: run.dealtWithBy === null })
            }
          >
            {run.dealtWithBy === null ? 'Mark as handled' : 'Mark as unhandled'}
          </Menu.Item>
        )}
        {run.mayDeleteResult && (
          <>
            <Menu.Divider />
            <Menu.Item
              color="var(--bad)"
              leftSection={<IconTrash {...icon} />}
              disabled={run.isDeleted || !hasEnded(run.status)}
              onClick={() => void askToDelete({ runs: [run] })}
            >
              Delete result
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
