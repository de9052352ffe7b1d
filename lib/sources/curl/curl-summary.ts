import { allOf } from '@/lib/base/text/lists';
import { secretOf } from './curl-collection';
import { readCurl } from './curl-request';

/**
 * What of a curl command became inputs and what became a secret, for the person who pasted it. Throws `UnreadableCurl`.
 *
 * @param keepsSecret whether its secret goes into the connection; one that was there before keeps its own
 */
export function curlSummary(command: string, keepsSecret: boolean): string {
  const request = readCurl(command);
  const secret = secretOf(request);
  const headers = request.headers
    .map(({ name }) => name)
    .filter((name) => secret === null || name.toLowerCase() !== 'authorization');
  const inputs = [
    ...(new URL(request.url).search === '' ? [] : ['the query']),
    ...(headers.length === 0
      ? []
      : [`${headers.length === 1 ? 'the header' : 'the headers'} ${allOf(headers)}`]),
    ...(request.body === null ? [] : ['the body']),
  ];
  const became = inputs.length === 0 ? [] : [`As inputs: ${allOf(inputs)}.`];
  if (secret === null) return became.join(' ');
  const kept = keepsSecret ? `As the connection's secret: ${secret}.` : `Left out: ${secret}.`;
  return [...became, kept].join(' ');
}
