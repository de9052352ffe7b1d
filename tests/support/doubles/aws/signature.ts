import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

export interface Signed {
  accessKeyId: string;
  region: string;
  service: string;
  isValid: (secretAccessKey: string) => boolean;
}

const hex = (bytes: string | Buffer): string => createHash('sha256').update(bytes).digest('hex');

const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/**
 * Reads the signature of a request (AWS Signature Version 4), as AWS documents it; null if it is not signed.
 *
 * @see https://docs.aws.amazon.com/IAM/latest/UserGuide/create-signed-request.html
 */
export function signatureOf({ method, url = '/', headers }: IncomingMessage, body: Buffer): Signed | null {
  const given =
    /Credential=([^/]+)\/(\d{8})\/([^/]+)\/([^/]+)\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=(\w+)/.exec(
      headers.authorization ?? '',
    );
  if (given === null) return null;
  const [, accessKeyId = '', day = '', region = '', service = '', signedHeaders = '', signature] = given;
  const { pathname, searchParams } = new URL(url, 'http://aws');
  const query = [...searchParams].map(([name, value]) => `${encoded(name)}=${encoded(value)}`).sort();
  const canonical = [
    method,
    pathname.split('/').map(encoded).join('/'),
    query.join('&'),
    ...signedHeaders.split(';').map((name) => `${name}:${String(headers[name] ?? '').trim()}`),
    '',
    signedHeaders,
    hex(body),
  ].join('\n');
  const scope = `${day}/${region}/${service}/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, hex(canonical)].join('\n');
  return {
    accessKeyId,
    region,
    service,
    isValid: (secretAccessKey) => {
      const key = [day, region, service, 'aws4_request'].reduce<Buffer | string>(
        (before, word) => createHmac('sha256', before).update(word).digest(),
        `AWS4${secretAccessKey}`,
      );
      return createHmac('sha256', key).update(toSign).digest('hex') === signature;
    },
  };
}
