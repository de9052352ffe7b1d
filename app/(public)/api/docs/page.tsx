import type { Metadata } from 'next';
import { VisitorFrame } from '@/components/frame/visitor-frame';
import { ApiReference } from '@/components/public/api-reference/api-reference';
import { PageTitle } from '@/components/ui/layout/page-title';
import { paths } from '@/lib/base/paths';
import { API_BASE } from '@/lib/wire/url';
import { isDemoMode } from '@/server/base/demo-mode';
import { env } from '@/server/base/env';
import { currentActor } from '@/server/http/requests/page-session';

export const metadata: Metadata = { title: 'API reference' };

/** The operations of the API, from its own description. Opens for everyone, as the description does. */
export default async function ApiReferencePage() {
  const actor = await currentActor();
  return (
    <VisitorFrame
      signInPath={actor.kind === 'signedOut' ? paths.signIn(paths.apiReference) : null}
      isDemo={isDemoMode()}
      docsUrl={env().docsUrl ?? null}
      callUrl={null}
    >
      <PageTitle>API reference</PageTitle>
      <ApiReference description={`${API_BASE}/openapi.json`} />
    </VisitorFrame>
  );
}
