import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTarGzip } from 'nanotar';
import { env } from '@/server/base/env';
import { processWide } from '@/server/base/process-wide';

const README = `# Pushboard's command line

\`\`\`
npx ADDRESS/cli.tgz login
npx ADDRESS/cli.tgz run "Find orders" --customer-name Lena
npx ADDRESS/cli.tgz help
\`\`\`
`;

/**
 * The command line as a package that npm installs. It knows the address of this instance, so that people needn't type
 * it. Made once for each process.
 */
export const commandLinePackage = (): Promise<Uint8Array<ArrayBuffer>> =>
  processWide('command-line', makePackage);

async function makePackage(): Promise<Uint8Array<ArrayBuffer>> {
  const { appUrl } = env();
  const own: { version: string } = JSON.parse(await readFile('package.json', 'utf8'));
  const about = {
    name: 'pushboard-cli',
    version: own.version,
    description: `Runs commands of ${appUrl}`,
    type: 'module',
    bin: { pushboard: 'pushboard.mjs' },
    engines: { node: '>=20.19' },
    pushboard: { url: appUrl },
  };
  const files = [
    { name: 'package/package.json', data: JSON.stringify(about, null, 2) },
    { name: 'package/README.md', data: README.replaceAll('ADDRESS', appUrl) },
    {
      name: 'package/pushboard.mjs',
      data: await readFile(join('.build', 'cli.mjs')),
      attrs: { mode: '755' },
    },
  ];
  // One answer for all processes and starts: the same bytes, whenever they are made.
  return new Uint8Array(await createTarGzip(files, { attrs: { mtime: 0 } }));
}
