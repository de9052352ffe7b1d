'use client';

import { useIsMutating, useQuery } from '@tanstack/react-query';
import { QueryState } from '@/components/ui/feedback/query-state';
import { FieldsSkeleton } from '@/components/ui/loading/fields-skeleton';
import { FormFooter } from '@/components/ui/panels/form-footer';
import { SidePanel } from '@/components/ui/panels/side-panel';
import { callApi } from '@/lib/client/api-client';
import { readResultLimits } from '@/lib/contract/people/orgs';
import { listMyOrgs } from '@/lib/contract/people/people';
import { listSessions } from '@/lib/contract/people/sessions';
import { listSignInMethods } from '@/lib/contract/people/sign-in';
import { issuerName } from '@/lib/orgs/sign-in-policy';
import { EditOrgForm, savedOrg, savingOrg } from './edit-org-form';

interface EditOrgPanelProps {
  org: { orgId: string; slug: string };
}

/** What the form begins with: what is saved, the issuers that the admin could require, and the limits of this Pushboard. */
async function loadSettings(orgId: string, signal: AbortSignal) {
  const [orgs, sessions, methods, limits] = await Promise.all([
    callApi(listMyOrgs, {}, { signal }),
    callApi(listSessions, {}, { signal }),
    callApi(listSignInMethods, {}, { signal }),
    callApi(readResultLimits, { params: { orgId } }, { signal }),
  ]);
  const org = orgs.find((each) => each.orgId === orgId);
  const required = org?.requiredIssuer ?? null;
  const own = sessions.find(({ isCurrent }) => isCurrent)?.issuer ?? null;
  const issuers = [...new Set([own, required])].filter((issuer) => issuer !== null);
  const labelOf = (issuer: string) =>
    methods.find((method) => method.issuer === issuer)?.label ?? issuerName(issuer);
  return {
    name: org?.name ?? '',
    requiredIssuer: required,
    inactivityHours: org?.inactivityHours ?? null,
    issuers: issuers.map((issuer) => ({ issuer, label: labelOf(issuer) })),
    limits,
  };
}

/** Renames the organization, changes its slug, or says who may enter it and what it keeps. */
export function EditOrgPanel({ org }: EditOrgPanelProps) {
  const settings = useQuery({
    queryKey: savedOrg(org.orgId),
    queryFn: ({ signal }) => loadSettings(org.orgId, signal),
    staleTime: 0,
    gcTime: 0,
  });
  const isSaving = useIsMutating({ mutationKey: savingOrg(org.orgId) }) > 0;
  return (
    <SidePanel
      title="Edit organization"
      context={org.orgId}
      footer={
        <FormFooter
          form="edit-org"
          label="Save"
          isPending={isSaving}
          isDisabled={settings.data === undefined}
        />
      }
    >
      <QueryState query={settings} loading={<FieldsSkeleton fields={6} />}>
        {(saved) => <EditOrgForm formId="edit-org" org={org} saved={saved} />}
      </QueryState>
    </SidePanel>
  );
}
