import type { Metadata } from 'next';
import { DiagnosticsView } from '@/components/public/diagnostics/diagnostics-view';
import { SignOutNotice } from '@/components/ui/feedback/toasts/sign-out-notice';
import { PlainPage } from '@/components/ui/layout/plain-page';
import { currentActor } from '@/server/http/requests/page-session';

export const metadata: Metadata = { title: 'Diagnostics' };

/** Whether this browser reaches Pushboard; also the target after a failed start. */
export default async function DiagnosticsPage() {
  const { kind } = await currentActor();
  return (
    <PlainPage title="Diagnostics">
      <SignOutNotice />
      <DiagnosticsView isSignedIn={kind === 'person'} />
    </PlainPage>
  );
}
