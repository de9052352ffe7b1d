import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import { DemoBanner } from '@/components/frame/demo/demo-banner';
import { DemoSignIn } from '@/components/sign-in/demo-sign-in';
import { SignInNotice } from '@/components/sign-in/sign-in-notice';
import { PlainPage } from '@/components/ui/layout/plain-page';
import { makeQueryClient } from '@/components/ui/providers/query-client';
import { listDemoPeople } from '@/lib/contract/people/people';
import { prefetch } from '@/server/http/prefetch';
import { currentActor } from '@/server/http/requests/page-session';
import { listDemoPeople as findDemoPeople } from '@/server/people/sign-in/account';

/** Demo mode's sign-in: a choice of people. */
export async function DemoSignInPage({ returnTo }: { returnTo: string | null }) {
  const queryClient = makeQueryClient();
  await prefetch(queryClient, listDemoPeople, findDemoPeople, await currentActor(), {});
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <DemoBanner />
      <PlainPage title="Who would you like to be?" width="wide">
        <SignInNotice />
        <p>
          Pushboard turns backend operations into forms with a Run button. Choose a person to look around as.
        </p>
        <DemoSignIn returnTo={returnTo} />
      </PlainPage>
    </HydrationBoundary>
  );
}
