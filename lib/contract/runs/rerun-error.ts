import { z } from 'zod';
import { longPathId, none, pathId, textId } from '@/lib/wire/values';
import { requestBody, resource } from '@/lib/wire/wire';
import { operation } from '../operation';
import { bulkProgress } from './bulk-progress';
import { startExtras } from './run-extras';

/** The most runs that one request runs again. */
export const MOST_RERUN = 1000;

const count = z.int().min(0);
const onError = {
  path: '/{orgId}/kits/{kitId}/errors/{errorId}/rerun',
  permission: { needs: 'command', action: 'command.run', id: 'path.kitId', form: true },
  params: z.strictObject({ orgId: textId, kitId: pathId, errorId: longPathId }),
  query: none,
} as const;

export const readErrorRerun = operation({
  ...onError,
  id: 'readErrorRerun',
  method: 'GET',
  effect: 'read',
  summary: `Which runs of a command would be run again after its error was fixed, the oldest ${MOST_RERUN}`,
  body: null,
  answer: {
    kind: 'json',
    status: 200,
    schema: resource({
      /** Those that failed since the error was last open, unless someone has handled them. */
      runs: ['runs', count],
      /** Not among them: they ran out of time or their worker was lost, so what they do may have happened. */
      uncertain: ['uncertain', count],
    }),
  },
});

export const rerunError = operation({
  ...onError,
  id: 'rerunError',
  method: 'POST',
  effect: 'run',
  summary:
    'Starts a bulk run with the values of the runs that failed with an error, as the command is now, and marks them as handled',
  body: requestBody(startExtras),
  answer: { kind: 'json', status: 202, schema: bulkProgress },
  idempotent: true,
});
