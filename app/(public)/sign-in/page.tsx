import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { DemoBanner } from '@/components/frame/demo-banner';
import { DemoSignIn } from '@/components/sign-in/demo-sign-in';
import { HelloCheck } from '@/components/sign-in/hello-check';
import { SignOutNotice } from '@/components/ui/feedback/sign-out-notice';
import { PlainPage } from '@/components/ui/layout/plain-page';
import { makeQueryClient } from '@/components/ui/providers/query-client';
import { listDemoPeople } from '@/lib/contract/people';
import { isDemoMode } from '@/server/demo-mode';
import { currentActor } from '@/server/http/page-session';
import { prefetch } from '@/server/http/prefetch';
import { listDemoPeople as findDemoPeople } from '@/server/identity/account';

export const metadata: Metadata = { title: 'Sign in' };

interface SignInPageProps {
  searchParams: Promise<{ returnTo?: string | string[] }>;
}

export default async function SignInPage({ searchParams }: SignInPageProps) {
  if (!isDemoMode()) notFound();
  const { returnTo } = await searchParams;
  const queryClient = makeQueryClient();
  await prefetch(queryClient, listDemoPeople, findDemoPeople, await currentActor(), {});
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <SignOutNotice />
      <DemoBanner />
      <PlainPage title="Who would you like to be?" width="wide">
        <p>
          Dana is the admin of the sandbox, Jonas an engineer who builds its commands, and Maria a runner who
          uses them. Alex belongs to another organization.
        </p>
        <HelloCheck />
        <DemoSignIn returnTo={[returnTo].flat()[0] ?? null} />
      </PlainPage>
    </HydrationBoundary>
  );
}
