import type { Metadata } from 'next';
import { ConfirmRun } from '@/components/confirmations/confirm-run';
import { SessionWatch } from '@/components/frame/session/session-watch';
import { PlainPage } from '@/components/ui/layout/plain-page';
import { paths } from '@/lib/base/paths';
import { currentSessionAgeMs, requirePerson } from '@/server/http/requests/page-session';

export const metadata: Metadata = { title: 'Confirm a run', referrer: 'no-referrer' };

interface ConfirmPageProps {
  params: Promise<{ confirmationId: string }>;
}

/** Where programs send people to confirm a run that may change data. */
export default async function ConfirmPage({ params }: ConfirmPageProps) {
  const { confirmationId } = await params;
  const { name, email } = await requirePerson(paths.confirmation(confirmationId));
  return (
    <PlainPage title="Confirm a run" width="wide">
      <SessionWatch sessionAgeMs={await currentSessionAgeMs()} />
      <ConfirmRun confirmationId={confirmationId} person={{ name, email }} />
    </PlainPage>
  );
}
