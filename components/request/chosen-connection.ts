import { choose } from '@/components/ui/feedback/dialogs/dialogs';
import { callApi } from '@/lib/client/api-client';
import { listDescriptions } from '@/lib/contract/sources/imports';
import { listApiCredentials } from '@/lib/contract/sources/requests';
import type { CurlRequest } from '@/lib/sources/curl/curl-request';

/** More buttons than these hide the question. */
const MOST_OFFERED = 3;

/**
 * Offers the connections that already lead to the server of a curl command: the id of the chosen one, undefined for a new
 * one, and null if the person goes back. Asks nothing if there isn't one, or if the same command was pasted before.
 *
 * @param title of the description that the command becomes
 * @param begunFrom the connection that the person began from, which is theirs without a question
 */
export async function chosenConnection(
  orgId: string,
  { url, user, headers }: CurlRequest,
  title: string,
  begunFrom: number | null,
): Promise<number | undefined | null> {
  const { origin, host } = new URL(url);
  const all = await callApi(listApiCredentials, { params: { orgId }, query: {} });
  const fitting = all.filter(({ apiBaseUrl }) => apiBaseUrl.replace(/\/+$/, '') === origin);
  if (fitting.some(({ credentialId }) => credentialId === begunFrom)) return begunFrom;
  const described = await Promise.all(
    fitting.map(({ credentialId: credsId }) => callApi(listDescriptions, { params: { orgId, credsId } })),
  );
  if (fitting.length === 0 || described.flat().some((each) => each.title === title)) return undefined;
  const hasSecret = user !== null || headers.some(({ name }) => name.toLowerCase() === 'authorization');
  const choice = await choose<number | 'new'>({
    title: `Which connection to ${host}?`,
    body: `There already is a connection to this server.${
      hasSecret
        ? ' If you use it, the username and password, or the token, of the curl command are left out.'
        : ''
    }`,
    choices: [
      { label: 'Create another', value: 'new' },
      ...fitting
        .slice(0, MOST_OFFERED)
        .reverse()
        .map(({ credentialId, name }) => ({ label: `Use ${name}`, value: credentialId })),
    ],
  });
  return choice === 'new' ? undefined : choice;
}
