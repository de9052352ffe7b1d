/** It works on requests of Node.js. The types that are published for it know only those of Express. */
declare module 'compression' {
  import type { IncomingMessage, ServerResponse } from 'node:http';
  import type { BrotliOptions, ZlibOptions } from 'node:zlib';

  /** Compresses what is written to `response` from here on, if its caller accepts that and it isn't `no-transform`. */
  export default function compression(
    options?: ZlibOptions & { brotli?: BrotliOptions },
  ): (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
}
