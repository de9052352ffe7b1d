import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { AfterSignIn } from '@/components/sign-in/after-sign-in';
import { paths } from '@/lib/base/paths';
import { whoopsReasonOf } from '@/lib/sign-in/failures';
import { currentActor } from '@/server/http/requests/page-session';

export const metadata: Metadata = { title: 'Signing in', robots: 'noindex' };

type Asked = Record<'returnTo' | 'failure' | 'whoops' | 'popup' | 'again', string | string[] | undefined>;

/**
 * The page that a provider's sign-in returns to. It says what it waits for, then opens the
 * wanted page, or the page that explains why the sign-in failed.
 */
export default async function ReturnFromSignInPage({ searchParams }: { searchParams: Promise<Asked> }) {
  const asked = await searchParams;
  const only = (name: keyof Asked) => [asked[name]].flat()[0] ?? null;
  const outcome = {
    returnTo: only('returnTo'),
    failure: only('failure'),
    whoops: whoopsReasonOf(only('whoops')),
  };
  const { kind } = await currentActor();
  const isOver = outcome.failure !== null || outcome.whoops !== null;
  if (kind === 'signedOut' && !isOver) redirect(paths.landing);
  return (
    <main>
      <AfterSignIn
        outcome={outcome}
        isPopup={only('popup') === '1'}
        isSignedIn={kind === 'person'}
        isAgain={only('again') === '1'}
      />
    </main>
  );
}
