import { createHash, createHmac, type Hash, type Hmac } from 'node:crypto';
import { SignatureV4 } from '@smithy/signature-v4';
import { decoded } from '@/lib/base/text/decoded';
import type { HttpRequest, Signer } from '@/server/connectors/_shared/http/http-types';
import type { RestConnection } from '../../connection';

type Credential = Pick<
  RestConnection,
  'accessKeyId' | 'secretAccessKey' | 'sessionToken' | 'awsRegion' | 'awsService'
>;

/** Headers that proxies on the way may change; a signature over them would break. */
const unsigned = new Set(['accept', 'accept-encoding', 'cookie']);

/** AWS Signature Version 4, by the SDK's own signer: each request is signed for its own address and body. */
export class AwsSigner implements Signer {
  private readonly signer: SignatureV4;

  constructor({ accessKeyId, secretAccessKey, sessionToken, awsRegion, awsService }: Credential) {
    this.signer = new SignatureV4({
      service: awsService,
      region: awsRegion,
      credentials: { accessKeyId, secretAccessKey, ...(sessionToken === '' ? {} : { sessionToken }) },
      sha256: Sha256,
      // S3 signs paths as they are sent.
      uriEscapePath: awsService !== 's3',
    });
  }

  async sign(request: HttpRequest): Promise<HttpRequest> {
    const { protocol, hostname, host } = new URL(request.origin);
    const [path = '/', ...query] = request.target.split('?');
    const signed = await this.signer.sign(
      {
        method: request.method,
        protocol,
        hostname,
        path,
        query: queryOf(query.join('?')),
        headers: {
          ...Object.fromEntries(request.headers.map(([name, value]) => [name.toLowerCase(), value])),
          host,
        },
        body: request.body,
      },
      { unsignableHeaders: unsigned },
    );
    const own = new Set(request.headers.map(([name]) => name.toLowerCase()));
    const added = Object.entries(signed.headers).filter(([name]) => name !== 'host' && !own.has(name));
    return { ...request, headers: [...request.headers, ...added] };
  }
}

/** The parameters as they are meant, which the signer encodes in its own way. */
function queryOf(query: string): Record<string, string[]> {
  const parameters = new Map<string, string[]>();
  for (const pair of query.split('&').filter((each) => each !== '')) {
    const [name = '', ...value] = pair.split('=');
    const key = decoded(name);
    parameters.set(key, [...(parameters.get(key) ?? []), decoded(value.join('='))]);
  }
  return Object.fromEntries(parameters);
}

/** SHA-256, with a key or without, as the signer calls it. */
class Sha256 {
  private hash: Hash | Hmac;

  constructor(private readonly key?: string | ArrayBuffer | ArrayBufferView) {
    this.hash = this.begun();
  }

  update(data: Uint8Array): void {
    this.hash.update(data);
  }

  async digest(): Promise<Uint8Array> {
    return this.hash.digest();
  }

  reset(): void {
    this.hash = this.begun();
  }

  private begun(): Hash | Hmac {
    const { key } = this;
    if (key === undefined) return createHash('sha256');
    const bytes =
      typeof key === 'string' || key instanceof ArrayBuffer
        ? Buffer.from(key as string)
        : new Uint8Array(key.buffer, key.byteOffset, key.byteLength);
    return createHmac('sha256', bytes);
  }
}
