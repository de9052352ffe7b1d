import type { Metadata } from 'next';
import { Consent } from '@/components/connected-apps/consent';
import { LinkButton } from '@/components/ui/layout/link-button';
import { PlainPage } from '@/components/ui/layout/plain-page';
import { paths } from '@/lib/base/paths';
import { placeOf } from '@/lib/sign-in/redirect-address';
import { requirePerson } from '@/server/http/requests/page-session';
import { checkRequest, returnAddress } from '@/server/programs/oauth/authorization-request';
import { offeredChoices } from '@/server/programs/oauth/offered-choices';

export const metadata: Metadata = { title: 'Connect a program', referrer: 'no-referrer' };

interface AuthorizePageProps {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** Where programs send people to be allowed (OAuth's authorization endpoint). */
export default async function AuthorizePage({ searchParams }: AuthorizePageProps) {
  const query = await searchParams;
  const one = (name: string): string | null => (typeof query[name] === 'string' ? query[name] : null);
  const person = await requirePerson(`${paths.authorize}?${new URLSearchParams(onlyTexts(query))}`);
  const asked = {
    clientId: one('client_id'),
    redirectUri: one('redirect_uri'),
    codeChallenge: one('code_challenge_method') === 'S256' ? one('code_challenge') : null,
    resource: one('resource'),
    state: one('state'),
  };
  const request =
    one('response_type') === 'code'
      ? await checkRequest(asked)
      : { problem: 'The program asks for something other than a code. Update it.' };
  if ('problem' in request) return <Refused problem={request.problem} />;
  const { client, redirectUri, codeChallenge, state } = request;
  return (
    <PlainPage title="Connect a program">
      <Consent
        person={{ name: person.name, email: person.email }}
        app={{ clientId: client.clientId, name: client.name, vouchedBy: client.vouchedBy }}
        redirectUri={redirectUri}
        place={placeOf(redirectUri)}
        codeChallenge={codeChallenge}
        resource={asked.resource}
        state={state}
        denyUrl={returnAddress(request, { error: 'access_denied' })}
        choices={await offeredChoices(person)}
      />
    </PlainPage>
  );
}

function Refused({ problem }: { problem: string }) {
  return (
    <PlainPage title="This program can't be connected">
      <p>{problem}</p>
      <div>
        <LinkButton href={paths.landing}>Back to Home</LinkButton>
      </div>
    </PlainPage>
  );
}

/** The parameters as they came; one that comes twice is left out, and reported as missing. */
const onlyTexts = (query: Readonly<Record<string, string | string[] | undefined>>): [string, string][] =>
  Object.entries(query).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value]] : [],
  );
