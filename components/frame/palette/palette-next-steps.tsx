'use client';

import type { SpotlightActionData } from '@mantine/spotlight';
import { IconHistory, IconLayoutGrid, IconPlayerPlay } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { paths } from '@/lib/base/paths';
import { callApi } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import { readRunSummary } from '@/lib/contract/runs/history';
import { summaryLabel } from '@/lib/runs/run-status';
import { shortTime } from '@/lib/runs/run-times';
import type { FrameOrg } from '../frame-props';

const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;

/** The run of a typed number, such as `4711` or `#4711`, if the person may see it. */
export function useRunActions(org: FrameOrg | null, query: string): SpotlightActionData[] {
  const panels = useSidePanels();
  const [, digits] = /^#?([1-9]\d{0,15})$/.exec(query.trim()) ?? [];
  const input = { params: { orgId: org?.orgId ?? '', runId: Number(digits ?? 0) } };
  const { data: run } = useQuery({
    queryKey: queryKey(readRunSummary, input),
    queryFn: ({ signal }) => callApi(readRunSummary, input, { signal }),
    enabled: org !== null && digits !== undefined,
    retry: false,
  });
  if (org === null || digits === undefined || run === undefined) return [];
  return [
    {
      id: `run-${digits}`,
      label: `Run ${digits}: ${run.name}`,
      description: `${summaryLabel(run).word} · ${run.userName} · ${shortTime(run.createdAt, Date.now())}`,
      leftSection: <IconPlayerPlay {...icon} />,
      onClick: () => panels.push({ kind: 'run', runId: run.runId }),
    },
  ];
}

/** Where to look for a text that the palette itself doesn't find; the list of all commands only if it found nothing. */
export function useNextSteps(org: FrameOrg | null, query: string, hasFound: boolean): SpotlightActionData[] {
  const router = useRouter();
  const text = query.trim();
  if (org === null || text === '') return [];
  const search = {
    id: 'search-history',
    label: `Search the history for “${text}”`,
    leftSection: <IconHistory {...icon} />,
    onClick: () => router.push(`${paths.history(org.slug)}?q=${encodeURIComponent(text)}`),
  };
  if (hasFound) return [search];
  const browse = {
    id: 'browse-commands',
    label: 'Browse all commands',
    leftSection: <IconLayoutGrid {...icon} />,
    onClick: () => router.push(paths.commands(org.slug)),
  };
  return [search, browse];
}
