import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { paths } from '@/lib/base/paths';
import { env } from '@/server/base/env';
import { currentActor } from '@/server/http/requests/page-session';
import { HostedSignInPage } from '../sign-in/hosted';

export const metadata: Metadata = { title: 'Sign up' };

/** Starts a sign-up: hosted mode asks the provider to register the person, other modes sign them in for the first time. */
export default async function SignUpPage() {
  const { kind } = await currentActor();
  if (kind === 'person') redirect(paths.createOrg);
  if (env().authMode !== 'hosted') redirect(paths.signIn(paths.createOrg));
  return <HostedSignInPage returnTo={null} purpose="signUp" />;
}
