import { z } from 'zod';
import { commandName } from '@/lib/settings/command-settings';
import { id, none, pathId, textId } from '@/lib/wire/values';
import { requestBody, resource } from '@/lib/wire/wire';
import { operation } from '../operation';

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
