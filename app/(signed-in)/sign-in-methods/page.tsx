import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { SessionWatch } from '@/components/frame/session/session-watch';
import { LinkNotice, SignInMethods } from '@/components/sign-in/sign-in-methods';
import { LinkButton } from '@/components/ui/layout/link-button';
import { PlainPage } from '@/components/ui/layout/plain-page';
import { paths } from '@/lib/base/paths';
import { env } from '@/server/base/env';
import { currentSessionAgeMs, requirePerson } from '@/server/http/requests/page-session';

export const metadata: Metadata = { title: 'Sign-in methods' };

export default async function SignInMethodsPage() {
  const { authMode, issuers, signInWindow } = env();
  if (authMode !== 'hosted') notFound();
  await requirePerson(paths.signInMethods);
  return (
    <PlainPage title="Sign-in methods">
      <SessionWatch sessionAgeMs={await currentSessionAgeMs()} />
      <LinkNotice />
      <p>Every one of these signs you in as the same person.</p>
      <SignInMethods issuers={issuers.map(({ id, label }) => ({ id, label }))} window={signInWindow} />
      <div>
        <LinkButton href={paths.landing} variant="default">
          Back to Home
        </LinkButton>
      </div>
    </PlainPage>
  );
}
