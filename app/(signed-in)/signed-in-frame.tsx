import type { ReactNode } from 'react';
import { Frame } from '@/components/frame/frame';
import { DirectoryRenewalOnDemand } from '@/components/frame/session/directory-renewal-on-demand';
import { SignOutNotice } from '@/components/ui/feedback/toasts/sign-out-notice';
import type { Person } from '@/lib/access/vocabulary';
import { mayCreateOrg, offersSandbox } from '@/lib/orgs/may-create';
import { isDemoMode } from '@/server/base/demo-mode';
import { env } from '@/server/base/env';
import {
  currentLeavableProvider,
  currentSessionAgeMs,
  type PageOrg,
} from '@/server/http/requests/page-session';

interface SignedInFrameProps {
  person: Person;
  org: PageOrg | null;
  orgs: readonly PageOrg[];
  children: ReactNode;
}

/** The frame for signed-in people. All its props are sent to the browser, so it gets only what it shows. */
export async function SignedInFrame({ person, org, orgs, children }: SignedInFrameProps) {
  const { userId, name, email } = person;
  const shown = (each: PageOrg) => ({
    orgId: each.orgId,
    name: each.name,
    slug: each.slug,
    role: each.role,
  });
  return (
    <Frame
      person={{
        userId,
        name,
        email,
        hasSignInMethods: env().authMode === 'hosted' && env().issuers.length > 1,
        leavableProvider: await currentLeavableProvider(),
      }}
      org={org === null ? null : shown(org)}
      orgs={orgs.map(shown)}
      offers={{
        org: mayCreateOrg(env(), orgs),
        // The page that lists the organizations offers it itself.
        sandbox: org !== null && offersSandbox(env(), orgs),
      }}
      isDemo={isDemoMode()}
      sessionAgeMs={await currentSessionAgeMs()}
    >
      {env().directory !== null && <DirectoryRenewalOnDemand />}
      <SignOutNotice />
      {children}
    </Frame>
  );
}
