import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { OpenLink } from '@/components/sign-in/open-link';
import { isDemoMode } from '@/server/base/demo-mode';
import { currentActor } from '@/server/http/requests/page-session';

export const metadata: Metadata = { title: 'Sign in', referrer: 'no-referrer' };

/** The target of sign-in links. The token is in the fragment, so the server renders this page without it. */
export default async function OpenLinkPage() {
  if (isDemoMode()) notFound();
  // Reading the session makes the page render for each request, as its nonce requires.
  await currentActor();
  return <OpenLink />;
}
