import { z } from 'zod';
import { none, pathId, textId } from '@/lib/wire/values';
import { resource } from '@/lib/wire/wire';
import { operation } from '../operation';

const place = { path: ['path', z.string()], line: ['line', z.int()] } as const;

export const readCode = operation({
  id: 'readCode',
  method: 'GET',
  effect: 'read',
  path: '/{orgId}/kits/{kitId}/code',
  summary: "The code of a command's script, as its inputs were read from it and as it is now",
  permission: { needs: 'command', action: 'command.configure', id: 'path.kitId' },
  params: z.strictObject({ orgId: textId, kitId: pathId }),
  query: none,
  body: null,
  answer: {
    kind: 'json',
    status: 200,
    schema: resource({
      /** `python` or `r`. */
      language: ['language', z.string()],
      path: ['path', z.string()],
      url: ['url', z.string()],
      /** Null if the source no longer has that version. */
      read: ['read', z.string().nullable()],
      /** Null if it was removed. */
      current: ['current', z.string().nullable()],
      /** The lines that ask for inputs. */
      marks: ['marks', z.array(resource({ key: ['key', z.string()], ...place, what: ['what', z.string()] }))],
      /** What was seen and not understood. */
      messages: ['messages', z.array(resource({ ...place, message: ['message', z.string()] }))],
    }),
  },
});
