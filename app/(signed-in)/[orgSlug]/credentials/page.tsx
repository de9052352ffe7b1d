import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { AdminsOnlyPage } from '@/app/_panels/admins-only-page';
import { SidePanels } from '@/app/_panels/side-panels';
import { credentialsInput } from '@/components/credentials/credentials-input';
import { CredentialsView } from '@/components/credentials/credentials-view';
import type { EnvironmentParts } from '@/components/credentials/environment-buttons';
import { makeQueryClient } from '@/components/ui/providers/query-client';
import { paths } from '@/lib/base/paths';
import { listConnectionKinds, listCredentials } from '@/lib/contract/sources/credentials';
import { env } from '@/server/base/env';
import { prefetch } from '@/server/http/prefetch';
import { requireOrg } from '@/server/http/requests/page-session';
import { listConnectionKinds as findKinds } from '@/server/sources/connections/list-connection-kinds';
import { listCredentials as findCredentials } from '@/server/sources/connections/list-credentials';

export const metadata: Metadata = { title: 'Credentials' };

/** For organization admins. Other members see that the page is only for admins, and whom to ask. */
export default async function Page({ params }: { params: Promise<{ orgSlug: string }> }) {
  const { orgSlug } = await params;
  const { person, org } = await requireOrg(orgSlug, paths.credentials(orgSlug));
  if (org.role !== 'admin') return <AdminsOnlyPage org={org} does="see its connections" />;
  const queryClient = makeQueryClient();
  const input = credentialsInput(org.orgId);
  await Promise.all([
    prefetch(queryClient, listCredentials, findCredentials, person, input),
    prefetch(queryClient, listConnectionKinds, findKinds, person, input),
  ]);
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <CredentialsView
        orgId={org.orgId}
        offersCloud={!org.isSandbox && env().authMode !== 'directory'}
        environment={environmentOf(org.orgId)}
      />
      <SidePanels />
    </HydrationBoundary>
  );
}

/** What the environment of the server has for an organization. */
function environmentOf(orgId: string): EnvironmentParts {
  const { environmentOrg, environmentDatabases, environmentStore, environmentAppRegistration } = env();
  const isFor = environmentOrg === orgId;
  return {
    databases: isFor && environmentDatabases.length > 0,
    store: isFor && environmentStore !== null,
    appRegistration: isFor && environmentAppRegistration !== null,
  };
}
