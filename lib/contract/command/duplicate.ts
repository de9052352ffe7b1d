import { z } from 'zod';
import { commandName } from '@/lib/settings/command-settings';
import { operation } from '../operation';
import { id, none, pathId, textId } from '../values';
import { requestBody, resource } from '../wire';

export const duplicateCommand = operation({
  id: 'duplicateCommand',
  method: 'POST',
  effect: 'change',
  path: '/{orgId}/kits/{kitId}/duplicate',
  summary:
    'Creates another command with the same source and settings, in the same folder if the caller is an engineer of that. It is shared with nobody else. A copy that a runner creates is a copycat: it keeps following the original.',
  permission: { needs: 'command', action: 'command.run', id: 'path.kitId' },
  params: z.strictObject({ orgId: textId, kitId: pathId }),
  query: none,
  body: requestBody({ name: ['name', commandName] }),
  answer: {
    kind: 'json',
    status: 200,
    schema: resource({ commandId: ['kit_id', id], orgId: ['org_id', textId] }),
  },
});
