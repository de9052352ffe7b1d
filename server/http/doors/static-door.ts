import { readFile, stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { processWide } from '@/server/base/process-wide';

/** Scripts and style sheets of the build. Their names hold a hash of what they contain, so they never change. */
const STATIC = /^\/(_next\/static\/(?:[\w~-]+\/)*[\w~.-]+\.(js|css))(?:\?|$)/;

const types: Readonly<Record<string, string>> = {
  js: 'application/javascript; charset=UTF-8',
  css: 'text/css; charset=UTF-8',
};

interface Compressed {
  body: Buffer;
  /** The same as the framework's, which compares it when a browser asks again. */
  etag: string;
}

/** The files compressed so far, by path. All files of the build take a quarter of their size. */
const compressed = () => processWide('compressed files', () => new Map<string, Promise<Compressed | null>>());

/**
 * Returns the file for a request, relative to the build's folder, and its content type. Null if the framework must answer: it
 * sends other kinds of files, parts of a file, and uncompressed files, and it says whether a browser's copy is still current.
 */
export function wantedFile({
  method,
  url,
  headers,
}: Pick<IncomingMessage, 'method' | 'url' | 'headers'>): { file: string; type: string } | null {
  const [, path, extension = ''] = STATIC.exec(url ?? '') ?? [];
  const type = types[extension];
  if (method !== 'GET' || path === undefined || type === undefined) return null;
  if (!/\bgzip\b(?!;\s*q=0(?:\.0*)?(?:,|$))/.test(String(headers['accept-encoding'] ?? ''))) return null;
  if (headers.range ?? headers['if-none-match'] ?? headers['if-modified-since']) return null;
  return { file: path.slice('_next/'.length), type };
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
    response
      .writeHead(200, {
        'Content-Type': wanted.type,
        'Content-Encoding': 'gzip',
        'Content-Length': found.body.byteLength,
        'Cache-Control': 'public, max-age=31536000, immutable',
        ETag: found.etag,
        Vary: 'Accept-Encoding',
      })
      .end(found.body);
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
  return {
    body: await promisify(gzip)(content),
    etag: `W/"${size.toString(16)}-${mtime.getTime().toString(16)}"`,
  };
}
