import { z } from 'zod';
import { none, opaqueObject, textId } from '@/lib/wire/values';
import { resource } from '@/lib/wire/wire';
import { operation } from '../operation';

export const readVariables = operation({
  id: 'readVariables',
  method: 'GET',
  effect: 'read',
  path: '/{orgId}/variables',
  summary:
    'The environment variables of the caller: who they are, and what the startup commands returned for them',
  permission: { needs: 'org', action: 'org.enter' },
  params: z.strictObject({ orgId: textId }),
  query: none,
  body: null,
  answer: { kind: 'json', status: 200, schema: resource({ variables: ['variables', opaqueObject] }) },
});
