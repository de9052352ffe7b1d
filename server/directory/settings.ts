import type { GraphAccess } from '@/server/directory/graph/request';
import { directoryClient, graphToken } from '@/server/directory/graph/token';
import { env } from '@/server/env';
import { withoutDirectory } from '@/server/errors';
import { processWide } from '@/server/process-wide';
import type { DirectorySettings } from './environment';

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
