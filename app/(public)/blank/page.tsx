import type { Metadata } from 'next';
import { DirectoryArrival } from '@/components/sign-in/directory-arrival';
import { env } from '@/server/base/env';
import { currentActor } from '@/server/http/requests/page-session';

export const metadata: Metadata = { robots: 'noindex' };

/** The page that the directory returns to after a sign-in, in a window of its own or in this one. */
export default async function BlankPage() {
  // Makes the page render for each request, as its nonce requires.
  await currentActor();
  return env().directory === null ? null : <DirectoryArrival />;
}
