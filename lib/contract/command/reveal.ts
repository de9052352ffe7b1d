import { z } from 'zod';
import { longPathId, none, opaque, pathId, textId } from '@/lib/wire/values';
import { requestBody, resource } from '@/lib/wire/wire';
import { operation } from '../operation';

export const revealValue = operation({
  id: 'revealValue',
  method: 'POST',
  effect: 'change',
  path: '/{orgId}/kits/{kitId}/runs/{runId}/reveal',
  summary: 'Reveals one masked value of a result to a person who may; each time is in the audit log',
  permission: { needs: 'run', action: 'run.see', id: 'path.runId', command: 'path.kitId' },
  params: z.strictObject({ orgId: textId, kitId: pathId, runId: longPathId }),
  query: none,
  body: requestBody({
    /** From 0. */
    resultSet: ['resultSet', z.int().min(0).max(999).optional()],
    /** In a table the row and the column, from 0, and then what is within the cell; in JSON the keys and positions. */
    steps: ['steps', z.array(z.union([z.string().max(1_000), z.int().min(0)])).max(1_000)],
  }),
  answer: { kind: 'json', status: 200, schema: resource({ value: ['value', opaque] }) },
});
