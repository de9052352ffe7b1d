import type { CurlRequest } from './curl-request';

const counted = (count: number, what: string): string => (count === 1 ? `1 ${what}` : `${count} ${what}s`);

const isAuthorization = ({ name }: { name: string }): boolean => name.toLowerCase() === 'authorization';

/**
 * What was read from a curl command, so that nobody wonders what became of a part of it.
 *
 * @param isNew whether the connection is made from it; another one keeps its own credentials
 */
export function curlWords({ url, headers, body, user }: CurlRequest, isNew: boolean): string {
  const { searchParams } = new URL(url);
  const parts = [
    [searchParams.size, 'query parameter'],
    [headers.filter((header) => !isAuthorization(header)).length, 'header'],
    [body?.kind === 'parts' ? body.parts.length : 0, 'form field'],
  ] as const;
  const read = parts.filter(([count]) => count > 0).map(([count, what]) => counted(count, what));
  if (body?.kind === 'text') read.push('the body');
  const hasSecret = user !== null || headers.some(isAuthorization);
  const secret = `The ${user === null ? 'Authorization header' : 'user name with its password'}`;
  const kept = isNew ? 'is kept by the connection' : 'was left out, since the connection has its own';
  return [
    `Read from the curl command: ${['the address', ...read].join(', ')}.`,
    ...(hasSecret ? [`${secret} ${kept}.`] : []),
  ].join(' ');
}
