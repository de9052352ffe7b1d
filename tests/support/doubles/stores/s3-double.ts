import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { keepConnections } from '../../app/keep-connections';

/** What the double does instead of answering a request. */
export type Fault =
  | 'close'
  | 'hang'
  | 'full'
  | 'error'
  | 'error in a good answer'
  | 'cut'
  | 'expired'
  | 'other time'
  | 'slow';

/** How fast it takes what it takes slowly: a megabyte in so many milliseconds. */
const MS_A_MEGABYTE = 350;

/**
 * A bucket that checks the signature of every request (AWS Signature Version 4) as the documentation describes it, and
 * fails on demand. It knows what this product sends: objects, multipart uploads, ranges, and lists.
 */
export class S3Double {
  readonly objects = new Map<string, Buffer>();
  readonly uploads = new Map<string, { key: string; parts: Map<number, Buffer> }>();
  /** Says whether a request fails, and how; null for an answer. */
  faultOf: (request: { method: string; part: number | null; action: string }) => Fault | null = () => null;
  refusedSignatures = 0;
  private readonly server: Server;
  private nextUpload = 1;

  constructor(
    private readonly accessKeyId: string,
    private readonly secretAccessKey: string,
  ) {
    this.server = createServer(keepConnections, (request, response) => void this.take(request, response));
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', () => resolve()));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://s3');
    const upload = url.searchParams.get('uploadId');
    const partText = url.searchParams.get('partNumber');
    const part = partText === null ? null : Number(partText);
    const method = request.method ?? '';
    const action = actionOf(method, url, part);
    const fault = this.faultOf({ method, part, action });
    if (fault === 'close') {
      request.socket.destroy();
      return;
    }
    if (fault === 'hang') return;
    const body = await bodyOf(request, fault === 'slow' ? MS_A_MEGABYTE : 0);
    if (body === null) return;
    if (!this.isSigned(request, url, body)) {
      this.refusedSignatures += 1;
      answer(response, 403, xmlError('SignatureDoesNotMatch'));
      return;
    }
    if (fault === 'full') {
      answer(response, 507, xmlError('InsufficientStorage'));
      return;
    }
    if (fault === 'expired') {
      answer(response, 400, method === 'HEAD' ? '' : xmlError('ExpiredToken'));
      return;
    }
    if (fault === 'other time') {
      answer(response, 403, method === 'HEAD' ? '' : xmlError('RequestTimeTooSkewed'));
      return;
    }
    if (fault === 'error') {
      answer(response, 500, xmlError('InternalError'));
      return;
    }
    if (fault === 'error in a good answer') {
      answer(response, 200, xmlError('InternalError'));
      return;
    }
    const key = decodeURIComponent(url.pathname.split('/').slice(2).join('/'));
    this.act(action, { key, upload, part, body, request, response, url, isCut: fault === 'cut' });
  }

  private act(action: string, { key, upload, part, body, request, response, url, isCut }: Act): void {
    const held = upload === null ? undefined : this.uploads.get(upload);
    switch (action) {
      case 'begin': {
        const id = `upload-${this.nextUpload++}`;
        this.uploads.set(id, { key, parts: new Map() });
        answer(response, 200, xml('InitiateMultipartUploadResult', `<UploadId>${id}</UploadId>`));
        break;
      }
      case 'part':
        held?.parts.set(part ?? 0, body);
        response.setHeader('ETag', `"${part}"`);
        answer(response, held === undefined ? 404 : 200);
        break;
      case 'complete': {
        const parts = [...(held?.parts ?? [])].sort(([a], [b]) => a - b).map(([, bytes]) => bytes);
        this.objects.set(key, Buffer.concat(parts));
        this.uploads.delete(upload ?? '');
        answer(response, 200, xml('CompleteMultipartUploadResult', '<ETag>"all"</ETag>'));
        break;
      }
      case 'abort':
        this.uploads.delete(upload ?? '');
        answer(response, 204);
        break;
      case 'put':
        this.objects.set(key, body);
        response.setHeader('ETag', '"one"');
        answer(response, 200);
        break;
      case 'delete':
        this.objects.delete(key);
        answer(response, 204);
        break;
      case 'list': {
        const prefix = url.searchParams.get('prefix') ?? '';
        const found = [...this.objects].filter(([name]) => name.startsWith(prefix));
        const contents = found.map(
          ([name, { length }]) => `<Contents><Key>${name}</Key><Size>${length}</Size></Contents>`,
        );
        answer(response, 200, xml('ListBucketResult', contents.join('')));
        break;
      }
      default:
        this.send(key, request, response, isCut);
    }
  }

  private send(
    key: string,
    { method, headers }: IncomingMessage,
    response: ServerResponse,
    isCut: boolean,
  ): void {
    const object = this.objects.get(key);
    if (object === undefined) {
      answer(response, 404, method === 'HEAD' ? '' : xmlError('NoSuchKey'));
      return;
    }
    const [, start = '0', end = String(object.length - 1)] =
      /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? [];
    const bytes = object.subarray(Number(start), Number(end) + 1);
    const last = Number(start) + bytes.length - 1;
    response.writeHead(headers.range === undefined ? 200 : 206, {
      'Content-Length': bytes.length,
      ...(headers.range === undefined ? {} : { 'Content-Range': `bytes ${start}-${last}/${object.length}` }),
    });
    if (method === 'HEAD') response.end();
    else if (!isCut) response.end(bytes);
    else response.write(bytes.subarray(0, bytes.length / 2), () => response.socket?.destroy());
  }

  private isSigned({ method, headers }: IncomingMessage, url: URL, body: Buffer): boolean {
    const given =
      /Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=(\w+)/.exec(
        headers.authorization ?? '',
      );
    if (given === null || given[1] !== this.accessKeyId) return false;
    const [, , day = '', region = '', signedHeaders = '', signature] = given;
    const payload = String(headers['x-amz-content-sha256'] ?? '');
    if (payload !== 'UNSIGNED-PAYLOAD' && payload !== hex(body)) return false;
    const query = [...url.searchParams].map(([name, value]) => `${encoded(name)}=${encoded(value)}`).sort();
    const canonical = [
      method,
      url.pathname,
      query.join('&'),
      ...signedHeaders.split(';').map((name) => `${name}:${String(headers[name] ?? '').trim()}`),
      '',
      signedHeaders,
      payload,
    ].join('\n');
    const scope = `${day}/${region}/s3/aws4_request`;
    const toSign = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, hex(canonical)].join('\n');
    const key = [day, region, 's3', 'aws4_request'].reduce<Buffer | string>(
      (before, word) => createHmac('sha256', before).update(word).digest(),
      `AWS4${this.secretAccessKey}`,
    );
    return createHmac('sha256', key).update(toSign).digest('hex') === signature;
  }
}

interface Act {
  key: string;
  upload: string | null;
  part: number | null;
  body: Buffer;
  request: IncomingMessage;
  response: ServerResponse;
  url: URL;
  isCut: boolean;
}

function actionOf(method: string, url: URL, part: number | null): string {
  const isUpload = url.searchParams.has('uploadId');
  if (method === 'POST') return isUpload ? 'complete' : 'begin';
  if (method === 'PUT') return part === null ? 'put' : 'part';
  if (method === 'DELETE') return isUpload ? 'abort' : 'delete';
  return url.searchParams.has('list-type') ? 'list' : 'get';
}

const hex = (bytes: string | Buffer): string => createHash('sha256').update(bytes).digest('hex');

const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

const xml = (root: string, inside: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><${root}>${inside}</${root}>`;

const xmlError = (code: string): string => xml('Error', `<Code>${code}</Code><Message>${code}</Message>`);

function answer(response: ServerResponse, status: number, text = ''): void {
  response.writeHead(status, text === '' ? {} : { 'Content-Type': 'application/xml' });
  response.end(text);
}

/** Null for one that broke off. */
async function bodyOf(request: IncomingMessage, msAMegabyte: number): Promise<Buffer | null> {
  const pieces: Buffer[] = [];
  let owedMs = 0;
  try {
    for await (const piece of request) {
      pieces.push(piece);
      owedMs += (piece.length / 1_000_000) * msAMegabyte;
      if (owedMs < 20) continue;
      await sleep(owedMs);
      owedMs = 0;
    }
    return Buffer.concat(pieces);
  } catch {
    return null;
  }
}
