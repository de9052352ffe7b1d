import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { type HttpDouble, startHttpDouble } from '../support/doubles/http-double';

/** 60 MB of empty objects, which a parser turns into gigabytes. */
const HUGE = Buffer.from(`[${'{},'.repeat(19_999_999)}{}]`);
/** The same in 60 kB. */
const BOMB = gzipSync(HUGE);
const SLOW_SECONDS = 25;

/** An API on loopback whose responses are too large, too densely compressed, or too slow. */
export function startRogueApi(): Promise<HttpDouble> {
  return startHttpDouble((request, response) => {
    response.on('error', () => {});
    response.setHeader('content-type', 'application/json');
    if (request.url === '/huge') response.end(HUGE);
    else if (request.url === '/bomb') response.setHeader('content-encoding', 'gzip').end(BOMB);
    else if (request.url === '/slow') trickle(response);
    else response.end('{}');
  });
}

/** A space a second, then an empty object. */
function trickle(response: ServerResponse): void {
  let leftSeconds = SLOW_SECONDS;
  const timer = setInterval(() => {
    leftSeconds -= 1;
    if (leftSeconds > 0) return void response.write(' ');
    clearInterval(timer);
    response.end('{}');
  }, 1000);
  response.on('close', () => clearInterval(timer));
}
