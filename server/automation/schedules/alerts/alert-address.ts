import { AppError } from '@/server/base/errors';
import { open, seal } from '@/server/base/secrets/seal';
import { networkFor } from '@/server/connections/network-policy';
import { ConnectorError } from '@/server/connectors/_shared/connector-error';
import { resolveAllowed } from '@/server/connectors/_shared/network-guard';

/**
 * The address in its normal form. Throws 400 for one that can't be reached from here, or must not be: engineers choose these
 * addresses, so nothing on this machine or in a private network is reached, unless the operator listed it in ALERT_ALLOW.
 * The issue of the refusal is at `path`.
 */
export async function checkedAddress(text: string, path: string): Promise<URL> {
  const refused = (message: string) => new AppError('invalid', message, { issues: [{ path, message }] });
  if (!URL.canParse(text)) throw refused('Enter a whole address, such as https://hooks.example.com/abc.');
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw refused('The address must begin with https://.');
  if (url.username !== '' || url.password !== '')
    throw refused('The address must not have a name and password in it.');
  url.hash = '';
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  try {
    await resolveAllowed({ host: url.hostname, port }, { network: networkFor('alerts'), isBuiltin: false });
  } catch (error) {
    if (error instanceof ConnectorError) throw refused(error.message);
    throw error;
  }
  return url;
}

export const alertPurpose = (orgId: string, part: 'url' | 'secret'): string => `job-alert:${orgId}:${part}`;

export const sealPart = (orgId: string, part: 'url' | 'secret', text: string): Buffer =>
  seal(text, alertPurpose(orgId, part));
export const openPart = (orgId: string, part: 'url' | 'secret', sealed: Buffer): string =>
  open(sealed, alertPurpose(orgId, part));
