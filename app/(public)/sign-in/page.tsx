import type { Metadata } from 'next';
import { HelloCheck } from '@/components/sign-in/hello-check';
import { env } from '@/server/base/env';
import { DemoSignInPage } from './demo';
import { DirectorySignInPage } from './directory';
import { HostedSignInPage } from './hosted';

export const metadata: Metadata = { title: 'Sign in' };

interface SignInPageProps {
  searchParams: Promise<{ returnTo?: string | string[]; as?: string | string[] }>;
}

export default async function SignInPage({ searchParams }: SignInPageProps) {
  const { returnTo: asked, as } = await searchParams;
  const returnTo = [asked].flat()[0] ?? null;
  const { authMode } = env();
  return (
    <>
      <HelloCheck />
      {authMode === 'demo' && <DemoSignInPage returnTo={returnTo} />}
      {authMode === 'directory' && <DirectorySignInPage returnTo={returnTo} />}
      {authMode === 'hosted' && (
        <HostedSignInPage returnTo={returnTo} purpose={as === 'someone-else' ? 'someoneElse' : 'signIn'} />
      )}
    </>
  );
}
