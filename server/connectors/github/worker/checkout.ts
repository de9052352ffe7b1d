import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar';
import { ConnectorError } from '../../_shared/connector-error';
import { keptFolder } from './kept-folder';

const mostBytes = 2_000_000_000;
const mostFiles = 200_000;
/**
 * The folder with a commit's files, to be read only.
 *
 * @param key names the connection and the commit
 * @param download brings the archive
 */
export const checkoutOf = (folder: string, key: string, download: () => Promise<Buffer>): Promise<string> =>
  keptFolder(join(folder, 'repositories'), key, async (target) => unpack(await download(), target));

/** GitHub's archive has one folder with everything in it. */
async function unpack(archive: Buffer, scratch: string): Promise<void> {
  let bytes = 0;
  let files = 0;
  await pipeline(
    Readable.from([archive]),
    createGunzip(),
    extract({
      cwd: scratch,
      strip: 1,
      // Nobody's rights come along, and nothing leaves the folder.
      preserveOwner: false,
      noMtime: true,
      filter: (path, entry) => {
        const isKept =
          'type' in entry &&
          /^(File|OldFile|Directory|SymbolicLink)$/.test(String(entry.type)) &&
          !path.split('/').includes('..');
        bytes += 'size' in entry ? Number(entry.size) : 0;
        files += 1;
        if (bytes > mostBytes || files > mostFiles) throw tooLarge();
        return isKept;
      },
    }),
  );
}

const tooLarge = (): ConnectorError =>
  new ConnectorError(
    'failed',
    'The repository has more than 2 GB, or more than 200,000 files, so its scripts run in GitHub Actions only.',
  );
