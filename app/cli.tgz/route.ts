import { commandLinePackage } from '@/server/programs/command-line/package';

/** Serves the command line to npm. It holds no secret, and works only with a token. */
export async function GET(): Promise<Response> {
  const headers = { 'Content-Type': 'application/gzip', 'Cache-Control': 'no-cache' };
  return new Response(await commandLinePackage(), { headers });
}
