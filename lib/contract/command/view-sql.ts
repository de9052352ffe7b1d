import { z } from 'zod';
import { none, pathId, textId } from '@/lib/wire/values';
import { resource } from '@/lib/wire/wire';
import { operation } from '../operation';

export const readSql = operation({
  id: 'readSql',
  method: 'GET',
  effect: 'read',
  path: '/{orgId}/kits/{kitId}/sql',
  summary: 'The SQL that a command sends, with a named placeholder for each input',
  permission: { needs: 'command', action: 'command.configure', id: 'path.kitId' },
  params: z.strictObject({ orgId: textId, kitId: pathId }),
  query: none,
  body: null,
  answer: { kind: 'json', status: 200, schema: resource({ sql: ['sql', z.string()] }) },
});
