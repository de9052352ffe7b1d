/** It works on requests of Node.js. The types that are published for it know only those of Express. */
declare module 'compression' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  /** Compresses what is written to `response` from here on, if its caller accepts that and it isn't `no-transform`. */
  export default function compression(): (
    request: IncomingMessage,
    response: ServerResponse,
    next: () => void,
  ) => void;
}
