import { readFile, stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { processWide } from '@/server/base/process-wide';

/** Scripts and style sheets of the build. Their names hold a hash of what they contain, so they never change. */
const STATIC = /^\/(_next\/static\/(?:[\w~-]+\/)*[\w~.-]+\.(js|css))(?:\?|$)/;

const types: Readonly<Record<string, string>> = {
  js: 'application/javascript; charset=UTF-8',
  css: 'text/css; charset=UTF-8',
};

interface Compressed {
  gzip: Buffer;
  /** A seventh smaller. Null until it is made: that takes 60 times as long, so nobody waits for it. */
  brotli: Buffer | null;
  /** The same as the framework's, which compares it when a browser asks again. */
  etag: string;
}

/** The files compressed so far, by path. Both forms together take about half the size of the files. */
const compressed = () => processWide('compressed files', () => new Map<string, Promise<Compressed | null>>());

/** The files that wait for Brotli. One at a time leaves the processor to requests. */
const brotliLine = () => processWide('files that wait for Brotli', () => ({ last: Promise.resolve() }));

function accepts(header: string, encoding: 'gzip' | 'br'): boolean {
  return header.split(',').some((offer) => {
    const [name = '', quality = ''] = offer.split(';');
    return name.trim() === encoding && !/^q=0(?:\.0*)?$/.test(quality.trim());
  });
}

interface WantedFile {
  file: string;
  type: string;
  /** Browsers accept Brotli on safe connections only. */
  acceptsBrotli: boolean;
}

/**
 * Returns the file for a request, relative to the build's folder, and its content type. Null if the framework must answer: it
 * sends other kinds of files, parts of a file, and uncompressed files, and it says whether a browser's copy is still current.
 */
export function wantedFile({
  method,
  url,
  headers,
}: Pick<IncomingMessage, 'method' | 'url' | 'headers'>): WantedFile | null {
  const [, path, extension = ''] = STATIC.exec(url ?? '') ?? [];
  const type = types[extension];
  if (method !== 'GET' || path === undefined || type === undefined) return null;
  const accepted = String(headers['accept-encoding'] ?? '');
  if (!accepts(accepted, 'gzip')) return null;
  if (headers.range ?? headers['if-none-match'] ?? headers['if-modified-since']) return null;
  return { file: path.slice('_next/'.length), type, acceptsBrotli: accepts(accepted, 'br') };
}

/**
 * Sends a script or style sheet compressed, and returns whether the request is for one. Each file is compressed once for
 * everyone. The framework compresses it again for each browser, and finds its way to it through the router.
 *
 * @param passOn called if the file can't be read
 * @param folder where the build is
 */
export function sendStatic(
  request: IncomingMessage,
  response: ServerResponse,
  passOn: () => void,
  folder = resolve('.next'),
): boolean {
  const wanted = wantedFile(request);
  if (wanted === null) return false;
  void compressedFile(resolve(folder, wanted.file)).then((found) => {
    if (found === null) return passOn();
    const brotli = wanted.acceptsBrotli ? found.brotli : null;
    const body = brotli ?? found.gzip;
    response
      .writeHead(200, {
        'Content-Type': wanted.type,
        'Content-Encoding': brotli === null ? 'gzip' : 'br',
        'Content-Length': body.byteLength,
        'Cache-Control': 'public, max-age=31536000, immutable',
        ETag: found.etag,
        Vary: 'Accept-Encoding',
      })
      .end(body);
  });
  return true;
}

function compressedFile(path: string): Promise<Compressed | null> {
  const known = compressed().get(path);
  if (known !== undefined) return known;
  const made = compress(path).catch(() => {
    // Names that don't exist must not be remembered: there are endlessly many.
    compressed().delete(path);
    return null;
  });
  compressed().set(path, made);
  return made;
}

async function compress(path: string): Promise<Compressed> {
  const [content, { size, mtime }] = await Promise.all([readFile(path), stat(path)]);
  const file: Compressed = {
    gzip: await promisify(gzip)(content),
    brotli: null,
    etag: `W/"${size.toString(16)}-${mtime.getTime().toString(16)}"`,
  };
  const line = brotliLine();
  line.last = line.last
    .then(async () => {
      file.brotli = await promisify(brotliCompress)(content, {
        params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.byteLength },
      });
    })
    .catch(() => {
      // Without memory for it, the file stays with gzip, and the next one has its turn.
    });
  return file;
}
