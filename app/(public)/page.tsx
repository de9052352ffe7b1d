import { redirect } from 'next/navigation';
import { CommandSample } from '@/components/public/landing/command-sample';
import { LandingColumns } from '@/components/public/landing/landing-columns';
import { ProviderSignIn } from '@/components/sign-in/provider-sign-in';
import { LinkButton } from '@/components/ui/layout/link-button';
import { PlainPage } from '@/components/ui/layout/plain-page';
import { paths } from '@/lib/base/paths';
import { env } from '@/server/base/env';
import { activeOrgOf, currentActor, orgsOf } from '@/server/http/requests/page-session';
import { LinksElsewhere } from './links-elsewhere';

/**
 * The landing page for visitors, which leads straight to an only provider. Signed-in people are redirected to their own, and
 * visitors of demo mode to its people.
 */
export default async function LandingPage() {
  const actor = await currentActor();
  if (actor.kind === 'person') {
    const active = await activeOrgOf(await orgsOf(actor));
    redirect(active === undefined ? paths.createOrg : paths.home(active.slug));
  }
  const { authMode, issuers, signInWindow } = env();
  if (authMode === 'demo') redirect(paths.signIn());
  return (
    <PlainPage title="Backend operations as buttons" width="wide">
      <LandingColumns aside={<CommandSample />}>
        <p>
          Pushboard turns the database routines and API requests that only engineers can run into commands
          that anyone you trust can run: a typed form, a Run button, and the result on the page.
        </p>
        <p>
          It runs on your team's own server, against your own databases and APIs. Every run is on record: who
          ran it, when, and with which values.
        </p>
        <div>
          {authMode === 'hosted' && issuers.length === 1 ? (
            <ProviderSignIn
              issuers={issuers.map(({ id, label }) => ({ id, label }))}
              window={signInWindow}
              returnTo={null}
              purpose="signIn"
            />
          ) : (
            <LinkButton href={paths.signIn()}>Sign in</LinkButton>
          )}
        </div>
        <LinksElsewhere />
      </LandingColumns>
    </PlainPage>
  );
}
