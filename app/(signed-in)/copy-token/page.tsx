import type { Metadata } from 'next';
import { CopyToken } from '@/components/account/tokens/copy-token';
import { SessionWatch } from '@/components/frame/session/session-watch';
import { PlainPage } from '@/components/ui/layout/plain-page';
import { paths } from '@/lib/base/paths';
import { activeOrgOf, currentSessionAgeMs, orgsOf, requirePerson } from '@/server/http/requests/page-session';

export const metadata: Metadata = { title: 'Copy token', referrer: 'no-referrer' };

/** Where notebooks send people for a token. */
export default async function CopyTokenPage() {
  const person = await requirePerson(paths.copyToken);
  const org = await activeOrgOf(await orgsOf(person));
  return (
    <PlainPage title="Copy token">
      <SessionWatch sessionAgeMs={await currentSessionAgeMs()} />
      <CopyToken orgId={org?.orgId ?? null} />
    </PlainPage>
  );
}
