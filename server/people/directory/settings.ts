import { env } from '@/server/base/env';
import type { DirectorySettings } from '@/server/base/env-directory';
import { withoutDirectory } from '@/server/base/errors';
import { processWide } from '@/server/base/process-wide';
import type { GraphAccess } from '@/server/people/directory/graph/request';
import { directoryClient, graphToken } from '@/server/people/directory/graph/token';

/** The directory of this Pushboard. Throws 409 if it isn't connected to one. */
export function requireDirectory(): DirectorySettings {
  const { directory } = env();
  if (directory === null) throw withoutDirectory();
  return directory;
}

/** This process's client of the directory. */
export const sharedClient = () => processWide('directory client', () => directoryClient(requireDirectory()));

/** How to read Microsoft Graph as this Pushboard. */
export function graphAccess(signal?: AbortSignal): GraphAccess {
  const directory = requireDirectory();
  return {
    graphUrl: directory.graphUrl,
    token: async () => graphToken(await sharedClient(), directory),
    ...(signal === undefined ? {} : { signal }),
  };
}
