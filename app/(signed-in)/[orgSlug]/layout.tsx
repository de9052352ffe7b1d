import { headers } from 'next/headers';
import type { ReactNode } from 'react';
import { Visitors } from '@/app/_builder/visitors';
import { Frame } from '@/components/frame/frame';
import { paths } from '@/lib/paths';
import { currentActor, type PageOrg, requireOrg } from '@/server/http/page-session';
import { isDemoMode } from '@/server/identity/demo';

interface OrgLayoutProps {
  params: Promise<{ orgSlug: string }>;
  children: ReactNode;
}

/** An organisation as the bar needs it, and no more: all of it goes to the browser. */
const frameOrg = ({ orgId, name, slug, role }: PageOrg) => ({ orgId, name, slug, role });

/**
 * The frame around every page of an organisation. Pages keep the gate for themselves: the builder of a public
 * command lets signed-out visitors in, and every other page sends them to sign in.
 */
export default async function OrgLayout({ params, children }: OrgLayoutProps) {
  const { orgSlug } = await params;
  const path = (await headers()).get('x-path') ?? paths.commands(orgSlug);
  if ((await currentActor()).kind === 'signedOut') {
    return <Visitors signInPath={paths.signIn(path)}>{children}</Visitors>;
  }
  const { person, org, orgs } = await requireOrg(orgSlug, path);
  const { userId, name, email } = person;
  return (
    <Frame
      person={{ userId, name, email }}
      org={frameOrg(org)}
      orgs={orgs.map(frameOrg)}
      isDemo={isDemoMode()}
    >
      {children}
    </Frame>
  );
}
