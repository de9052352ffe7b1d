import { headers } from 'next/headers';
import type { ReactNode } from 'react';
import { Visitors } from '@/app/_builder/visitors';
import { HeldBar } from '@/components/frame/held-bar';
import { WhileHeld } from '@/components/frame/while-held';
import { PanelPages } from '@/components/ui/panels/panel-page';
import { paths } from '@/lib/base/paths';
import { env } from '@/server/base/env';
import { isHeld } from '@/server/base/installation/held';
import { startupCommandsOf } from '@/server/commands/startup/startup-commands';
import { currentActor, requireOrg } from '@/server/http/requests/page-session';
import { SignedInFrame } from '../signed-in-frame';
import { StartupCommands } from './startup';

interface OrgLayoutProps {
  params: Promise<{ orgSlug: string }>;
  children: ReactNode;
}

/**
 * The frame around every page of an organization. Access is checked by each page: the builder of a public command
 * admits signed-out visitors, and every other page redirects them to the sign-in.
 */
export default async function OrgLayout({ params, children }: OrgLayoutProps) {
  const { orgSlug } = await params;
  const path = (await headers()).get('x-path') ?? paths.home(orgSlug);
  if ((await currentActor()).kind === 'signedOut') {
    return <Visitors signInPath={paths.signIn(path)}>{children}</Visitors>;
  }
  const { person, org, orgs } = await requireOrg(orgSlug, path);
  const startup = await startupCommandsOf(person, org.orgId);
  const held = await isHeld();
  return (
    <SignedInFrame person={person} org={org} orgs={orgs}>
      {held && <WhileHeld />}
      {held && org.role === 'admin' && <HeldBar />}
      {startup.length > 0 && (
        <StartupCommands orgId={org.orgId} isAdmin={org.role === 'admin'} commands={startup} />
      )}
      <PanelPages
        page={{
          org: { orgId: org.orgId, slug: org.slug, name: org.name, isSandbox: org.isSandbox },
          userId: person.userId,
          isAdmin: org.role === 'admin',
          sendsMail: env().mail !== null,
          isHeld: held,
        }}
      >
        {children}
      </PanelPages>
    </SignedInFrame>
  );
}
