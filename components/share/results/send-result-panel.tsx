'use client';

import { useQuery } from '@tanstack/react-query';
import { QueryState } from '@/components/ui/feedback/query-state';
import { FieldsSkeleton } from '@/components/ui/loading/fields-skeleton';
import { SidePanel } from '@/components/ui/panels/side-panel';
import { callApi } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import { readRunSummary } from '@/lib/contract/runs/history';
import { listCommandPeople } from '@/lib/contract/sharing/sharing';
import { useViewer, type Viewer } from '../panel/use-viewer';
import { EmailResults } from './email-results';

const TAB = 'Email results';

/** Mails the result of a run to people. */
export function SendResultPanel({ orgId, runId }: { orgId: string; runId: number }) {
  const viewer = useViewer(orgId);
  const input = { params: { orgId, runId } };
  const summary = useQuery({
    queryKey: queryKey(readRunSummary, input),
    queryFn: ({ signal }) => callApi(readRunSummary, input, { signal }),
  });
  const kitId = summary.data?.commandId ?? null;
  const people = useQuery({
    queryKey: [listCommandPeople.id, { orgId, kitId }],
    queryFn: ({ signal }) => callApi(listCommandPeople, { params: { orgId, kitId: kitId ?? 0 } }, { signal }),
    enabled: kitId !== null,
  });
  const { data: known } = viewer;
  if (summary.data !== undefined && people.data !== undefined && hasOrg(known)) {
    return <EmailResults viewer={known} run={summary.data} access={people.data} />;
  }
  const isOutside = known !== undefined && known.org === null;
  const error = summary.error ?? people.error ?? viewer.error;
  const refetch = () => Promise.all([summary.refetch(), people.refetch(), viewer.refetch()]);
  return (
    <SidePanel title={summary.data?.name ?? `Run ${runId}`} context={TAB}>
      {isOutside ? (
        <p>Only members of the organization can send its results.</p>
      ) : (
        <QueryState
          query={{ data: undefined, error, isFetching: summary.isFetching || people.isFetching, refetch }}
          loading={<FieldsSkeleton fields={2} />}
        >
          {() => null}
        </QueryState>
      )}
    </SidePanel>
  );
}

const hasOrg = (viewer: Viewer | undefined): viewer is Viewer & { org: NonNullable<Viewer['org']> } =>
  viewer !== undefined && viewer.org !== null;
