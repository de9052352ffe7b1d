import type { Metadata } from 'next';
import { AccountView } from '@/components/account/account-view';
import { paths } from '@/lib/base/paths';
import { issuerLabel } from '@/server/base/issuer-label';
import { activeOrgOf, orgsOf, requirePerson } from '@/server/http/requests/page-session';
import { nameProviderOf } from '@/server/people/members/rename-person';
import { mcpAddress } from '@/server/programs/mcp/addresses';
import { SignedInFrame } from '../signed-in-frame';

export const metadata: Metadata = { title: 'Your account' };

export default async function AccountPage() {
  const person = await requirePerson(paths.account);
  const orgs = await orgsOf(person);
  const open = orgs.filter(({ closed }) => closed === null);
  const active = await activeOrgOf(open);
  const provider = await nameProviderOf(person.userId);
  const named = open.map((org) => ({ orgId: org.orgId, name: org.name }));
  // The organization that the person works in comes first.
  const first = named.filter(({ orgId }) => orgId === active?.orgId);
  const others = named.filter(({ orgId }) => orgId !== active?.orgId);
  return (
    <SignedInFrame person={person} org={active ?? null} orgs={orgs}>
      <AccountView
        orgs={[...first, ...others]}
        mcpAddress={mcpAddress()}
        name={person.name}
        nameProvider={provider === null ? null : issuerLabel(provider)}
      />
    </SignedInFrame>
  );
}
