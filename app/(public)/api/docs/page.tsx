import type { Metadata } from 'next';
import { VisitorFrame } from '@/components/frame/visitor-frame';
import { ApiReference } from '@/components/public/api-reference/api-reference';
import { ApiStart } from '@/components/public/api-reference/api-start';
import { PageTitle } from '@/components/ui/layout/page-title';
import { paths } from '@/lib/base/paths';
import { isDemoMode } from '@/server/base/demo-mode';
import { env } from '@/server/base/env';
import { currentActor, orgsOf } from '@/server/http/requests/page-session';
import { mcpAddress } from '@/server/programs/mcp/addresses';

export const metadata: Metadata = { title: 'API reference' };

/** The operations of the API, from its own description. Opens for everyone, as the description does. */
export default async function ApiReferencePage() {
  const actor = await currentActor();
  const orgs =
    actor.kind === 'signedOut' ? [] : (await orgsOf(actor)).filter(({ closed }) => closed === null);
  return (
    <VisitorFrame
      signInPath={actor.kind === 'signedOut' ? paths.signIn(paths.apiReference) : null}
      isDemo={isDemoMode()}
      docsUrl={env().docsUrl ?? null}
      callUrl={null}
    >
      <PageTitle>API reference</PageTitle>
      <ApiStart origin={env().appUrl} mcpAddress={mcpAddress()} orgs={orgs} />
      <ApiReference />
    </VisitorFrame>
  );
}
