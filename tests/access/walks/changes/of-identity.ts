import { send } from '../../../support/app/http';
import { people } from '../../../support/things/people';
import { type Change, made, REDIRECT, things } from './things';

const service = () => `/service-accounts/${made.serviceId}`;
const connection = () => ({
  clientId: things.clientId,
  redirectUri: REDIRECT,
  codeChallenge: 'x'.repeat(43),
  resource: null,
  state: null,
  scope: 'read',
  allowsUnasked: false,
});
const newToken = () => ({ name: 'Made', scope: 'read', days: 30 });
const ownSessionId = async () => {
  const { body } = await send('GET', '/users/me/sessions', { as: people.orgAdmin });
  return (body as { session_id: string }[])[0]?.session_id;
};

/** Sessions, tokens, programs, service accounts, and organizations. */
export const identityChanges: readonly Change[] = [
  {
    id: 'signInAsDemoPerson',
    path: () => '//demo/sign-in',
    body: () => ({ userId: people.runner }),
    as: null,
  },
  { id: 'signOut', path: () => '//sign-out', as: null },
  { id: 'endSession', path: async () => `//users/me/sessions/${await ownSessionId()}` },
  { id: 'endOtherSessions', path: () => '//users/me/sessions' },
  { id: 'createToken', path: () => '//users/me/tokens', body: newToken },
  { id: 'copyToken', path: () => '//users/me/tokens/copied' },
  { id: 'updateToken', path: () => `//users/me/tokens/${made.tokenId}`, body: () => ({ name: 'Again' }) },
  { id: 'revokeToken', path: () => `//users/me/tokens/${made.tokenId}` },
  { id: 'connectApp', path: () => '//users/me/connected-apps', body: connection },
  { id: 'revokeConnectedApp', path: () => `//users/me/connected-apps/${things.appId}` },
  { id: 'createServiceAccount', path: () => '/service-accounts', body: () => ({ name: 'Nightly' }) },
  { id: 'renameServiceAccount', path: service, body: () => ({ name: 'Hourly' }) },
  { id: 'createServiceToken', path: () => `${service()}/tokens`, body: newToken },
  {
    id: 'updateServiceToken',
    path: () => `${service()}/tokens/${made.serviceTokenId}`,
    body: () => ({ days: 60 }),
  },
  { id: 'revokeServiceToken', path: () => `${service()}/tokens/${made.serviceTokenId}` },
  { id: 'deleteServiceAccount', path: service },
  { id: 'createOrg', path: () => '//users/me/orgs', body: () => ({ orgName: 'Another' }) },
  { id: 'updateOrg', path: () => '/org', body: () => ({ name: 'Renamed' }) },
];
