import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { SessionWatch } from '@/components/frame/session/session-watch';
import { CreateOrg } from '@/components/orgs/create-org';
import CreateSandboxButton from '@/components/ui/create-sandbox-button';
import { LinkButton } from '@/components/ui/layout/link-button';
import { PlainPage } from '@/components/ui/layout/plain-page';
import { paths } from '@/lib/base/paths';
import { mayCreateOrg, offersSandbox } from '@/lib/orgs/may-create';
import { env } from '@/server/base/env';
import { issuerLabel } from '@/server/base/issuer-label';
import { currentSessionAgeMs, orgsOf, requirePerson } from '@/server/http/requests/page-session';
import { nameProviderOf } from '@/server/people/members/rename-person';

export const metadata: Metadata = { title: 'Create an organization' };

export default async function CreateOrgPage() {
  const person = await requirePerson(paths.createOrg);
  const orgs = await orgsOf(person);
  if (!mayCreateOrg(env(), orgs)) redirect(paths.orgs);
  const provider = await nameProviderOf(person.userId);
  return (
    <PlainPage title={orgs.length === 0 ? 'Welcome to Pushboard' : 'Create an organization'}>
      <SessionWatch sessionAgeMs={await currentSessionAgeMs()} />
      <p>An organization holds commands and the people who run them. You can invite others afterward.</p>
      <CreateOrg
        userName={person.name}
        nameProvider={provider === null ? null : issuerLabel(provider)}
        back={
          orgs.length > 0 && (
            <LinkButton href={paths.orgs} variant="default">
              Cancel
            </LinkButton>
          )
        }
      />
      {offersSandbox(env(), orgs) && (
        <>
          <p>Or look around first: a sandbox has sample data and commands that are ready to run.</p>
          <div>
            <CreateSandboxButton />
          </div>
        </>
      )}
    </PlainPage>
  );
}
