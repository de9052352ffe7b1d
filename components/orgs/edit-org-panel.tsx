'use client';

import { Button, Skeleton } from '@mantine/core';
import { useIsMutating, useQuery } from '@tanstack/react-query';
import { QueryState } from '@/components/ui/feedback/query-state';
import { SidePanel } from '@/components/ui/panels/side-panel';
import { callApi } from '@/lib/api-client';
import { listSessions } from '@/lib/contract/identity/sessions';
import { listMyOrgs } from '@/lib/contract/people';
import { EditOrgForm, savingOrg } from './edit-org-form';

interface EditOrgPanelProps {
  org: { orgId: string; slug: string; name: string };
}

/** What the form begins with: the sign-in policy as saved, and the issuer that the admin could require. */
async function loadPolicy(orgId: string, signal: AbortSignal) {
  const [orgs, sessions] = await Promise.all([
    callApi(listMyOrgs, {}, { signal }),
    callApi(listSessions, {}, { signal }),
  ]);
  const org = orgs.find((each) => each.orgId === orgId);
  return {
    requiredIssuer: org?.requiredIssuer ?? null,
    inactivityHours: org?.inactivityHours ?? null,
    ownIssuer: sessions.find(({ isCurrent }) => isCurrent)?.issuer ?? null,
  };
}

/** Renames the organization, changes its slug, or says who may enter it. */
export function EditOrgPanel({ org }: EditOrgPanelProps) {
  const policy = useQuery({
    queryKey: ['edit-org', org.orgId],
    queryFn: ({ signal }) => loadPolicy(org.orgId, signal),
    staleTime: 0,
    gcTime: 0,
  });
  const isSaving = useIsMutating({ mutationKey: savingOrg(org.orgId) }) > 0;
  return (
    <SidePanel
      title="Edit organization"
      context={org.orgId}
      footer={
        <Button type="submit" form="edit-org" loading={isSaving} disabled={policy.data === undefined}>
          Save
        </Button>
      }
    >
      <QueryState query={policy} loading={<Skeleton height={280} />}>
        {(saved) => <EditOrgForm formId="edit-org" org={org} saved={saved} />}
      </QueryState>
    </SidePanel>
  );
}
