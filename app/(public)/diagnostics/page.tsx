import type { Metadata } from 'next';
import { cookies } from 'next/headers';
import { DiagnosticsView, type Viewer } from '@/components/diagnostics/diagnostics-view';
import { VisitorFrame } from '@/components/frame/visitor-frame';
import { SignOutNotice } from '@/components/ui/feedback/toasts/sign-out-notice';
import { paths } from '@/lib/base/paths';
import { isDemoMode } from '@/server/base/demo-mode';
import { env } from '@/server/base/env';
import { log } from '@/server/base/log';
import { withinTime } from '@/server/base/waiting/within-time';
import { activeOrgOf, currentActor, orgsOf } from '@/server/http/requests/page-session';
import { seesDetails } from '@/server/insight/diagnostics/details';
import { isOperatorToken, operatorCookieName } from '@/server/people/sign-in/operator/operator-session';

export const metadata: Metadata = { title: 'Diagnostics' };

/** How long the page waits for the database to say who is looking at it. */
const PATIENCE_MS = 3000;

/** Whether Pushboard works. Opens for everyone, also while the database is down; also the target after a failed start. */
export default async function DiagnosticsPage() {
  const viewer = await currentViewer();
  return (
    <VisitorFrame
      signInPath={viewer.isSignedIn ? null : paths.signIn(paths.diagnostics)}
      isDemo={isDemoMode()}
      docsUrl={env().docsUrl ?? null}
      callUrl={null}
    >
      <SignOutNotice />
      <DiagnosticsView viewer={viewer} />
    </VisitorFrame>
  );
}

/** Someone who can't be looked up, because the database is down or silent, is shown what everyone sees. */
async function currentViewer(): Promise<Viewer> {
  const isOperator = isOperatorToken((await cookies()).get(operatorCookieName())?.value ?? null);
  const operator = isOperator ? 'signedIn' : env().operatorKey === undefined ? 'none' : 'offered';
  const stranger = { isSignedIn: false, seesDetails: isOperator, orgs: [] };
  try {
    return { ...stranger, ...(await withinTime(personViewing(isOperator), PATIENCE_MS)), operator };
  } catch (error) {
    log().warn({ err: error }, 'The diagnostics page is shown without its person');
    return { ...stranger, operator };
  }
}

/** What a person sees; null for a caller who is signed out. */
async function personViewing(isOperator: boolean): Promise<Omit<Viewer, 'operator'> | null> {
  const actor = await currentActor();
  if (actor.kind === 'signedOut') return null;
  const orgs = (await orgsOf(actor)).filter(({ closed }) => closed === null);
  const active = await activeOrgOf(orgs);
  const administered = orgs
    .filter(({ role }) => role === 'admin')
    .sort((a, b) => Number(b === active) - Number(a === active))
    .map((org) => ({ orgId: org.orgId, name: org.name }));
  return { isSignedIn: true, seesDetails: await seesDetails(actor, isOperator), orgs: administered };
}
