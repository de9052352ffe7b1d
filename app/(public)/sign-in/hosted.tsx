import { EmailSignIn } from '@/components/sign-in/email-sign-in';
import { ProviderSignIn } from '@/components/sign-in/provider-sign-in';
import { SignInNotice } from '@/components/sign-in/sign-in-notice';
import { Notice } from '@/components/ui/feedback/notice';
import { PlainPage } from '@/components/ui/layout/plain-page';
import { env } from '@/server/base/env';
import { isHeld } from '@/server/base/installation/held';
import { troublesEverywhere } from '@/server/base/outside/troubles-everywhere';
import { currentActor } from '@/server/http/requests/page-session';
import { LINK_MINUTES } from '@/server/people/sign-in/email-links/request-link';

interface HostedSignInPageProps {
  returnTo: string | null;
  purpose: 'signIn' | 'signUp' | 'someoneElse';
}

/** Hosted mode's sign-in: a button for each identity provider, or a form for an emailed link. */
export async function HostedSignInPage({ returnTo, purpose }: HostedSignInPageProps) {
  // Reading the session makes the page render for each request, as its nonce requires.
  await currentActor();
  const { issuers, signInWindow } = env();
  return (
    <PlainPage title={purpose === 'signUp' ? 'Sign up for Pushboard' : 'Sign in to Pushboard'}>
      <SignInNotice />
      {issuers.length === 0 ? (
        <EmailLinkSignIn returnTo={returnTo} />
      ) : (
        <ProviderSignIn
          issuers={issuers.map(({ id, label }) => ({ id, label }))}
          window={signInWindow}
          returnTo={returnTo}
          purpose={purpose}
          beginsAtOnce={purpose === 'signUp'}
        />
      )}
    </PlainPage>
  );
}

/** The form for an emailed link. Says the same to everyone, whether or not their address is known. */
async function EmailLinkSignIn({ returnTo }: { returnTo: string | null }) {
  if (await isHeld()) {
    return (
      <Notice kind="info" title="This copy is held and sends no mail">
        To sign in, ask the people who run Pushboard for a link. They make one with{' '}
        <code>npm run admin -- sign-in you@example.com</code>.
      </Notice>
    );
  }
  const isLate = (await troublesEverywhere()).some(({ service }) => service === 'mail');
  return (
    <>
      {isLate && (
        <Notice kind="info" title="Mail is late right now">
          A link works for {LINK_MINUTES} minutes. If none arrives in that time, try again later.
        </Notice>
      )}
      <EmailSignIn returnTo={returnTo} />
    </>
  );
}
