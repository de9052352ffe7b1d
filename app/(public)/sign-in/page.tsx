import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { HelloCheck } from '@/components/sign-in/hello-check';
import { safeReturnPath } from '@/lib/base/paths';
import { env } from '@/server/base/env';
import { currentActor } from '@/server/http/requests/page-session';
import { DemoSignInPage } from './demo';
import { DirectorySignInPage } from './directory';
import { HostedSignInPage } from './hosted';

export const metadata: Metadata = { title: 'Sign in' };

interface SignInPageProps {
  searchParams: Promise<{ returnTo?: string | string[]; as?: string | string[] }>;
}

/** The sign-in of the mode that Pushboard runs in. Hosted mode leads someone who is signed in to where they want to go. */
export default async function SignInPage({ searchParams }: SignInPageProps) {
  const { returnTo: asked, as } = await searchParams;
  const returnTo = [asked].flat()[0] ?? null;
  const { authMode } = env();
  const isSomeoneElse = as === 'someone-else';
  if (authMode === 'hosted' && !isSomeoneElse && (await currentActor()).kind === 'person') {
    redirect(safeReturnPath(returnTo));
  }
  return (
    <>
      <HelloCheck />
      {authMode === 'demo' && <DemoSignInPage returnTo={returnTo} />}
      {authMode === 'directory' && <DirectorySignInPage returnTo={returnTo} />}
      {authMode === 'hosted' && (
        <HostedSignInPage returnTo={returnTo} purpose={isSomeoneElse ? 'someoneElse' : 'signIn'} />
      )}
    </>
  );
}
