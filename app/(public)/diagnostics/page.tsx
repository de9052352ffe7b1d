import type { Metadata } from 'next';
import { DiagnosticsView } from '@/components/diagnostics/diagnostics-view';
import { SessionWatch } from '@/components/frame/session-watch';
import { PlainPage } from '@/components/ui/layout/plain-page';
import { currentActor, currentSessionAgeMs } from '@/server/http/page-session';

export const metadata: Metadata = { title: 'Diagnostics' };

/** For everyone, signed in or not: whether the API can be reached. */
export default async function DiagnosticsPage() {
  const actor = await currentActor();
  return (
    <PlainPage title="Diagnostics" width="wide">
      {actor.kind === 'person' && <SessionWatch sessionAgeMs={await currentSessionAgeMs()} />}
      <DiagnosticsView />
    </PlainPage>
  );
}
