import { z } from 'zod';
import { json, none, opaqueObject, textId } from '@/lib/wire/values';
import { requestBody, resource } from '@/lib/wire/wire';
import { operation } from '../operation';

/** Code that people paste is far shorter. */
export const MOST_SNIPPET_CHARACTERS = 200_000;

const snippetInput = resource({
  key: ['key', z.string()],
  typeId: ['type_id', z.string()],
  isRequired: ['required', z.boolean()],
  defaultValue: ['default_value', json],
  description: ['description', z.string().nullable()],
  /** The line of the snippet, from 1, and what stands there. */
  line: ['line', z.int()],
  what: ['what', z.string()],
  /** How the script takes it, for `POST lego-instance-inputs`. */
  passing: ['passing', opaqueObject],
});

export const readRSnippet = operation({
  id: 'readRSnippet',
  method: 'POST',
  effect: 'read',
  path: '/{orgId}/r-snippet-inputs',
  summary: 'The inputs that a piece of R code asks for; the code is read, and never run',
  permission: { needs: 'org', action: 'org.connect' },
  params: z.strictObject({ orgId: textId }),
  query: none,
  body: requestBody({
    snippet: [
      'snippet',
      z
        .string()
        .max(MOST_SNIPPET_CHARACTERS)
        .refine((text) => text.trim() !== '', 'Paste your R code first.'),
    ],
  }),
  answer: {
    kind: 'json',
    status: 200,
    schema: resource({
      inputs: ['inputs', z.array(snippetInput)],
      messages: [
        'messages',
        z.array(resource({ line: ['line', z.int()], message: ['message', z.string()] })),
      ],
    }),
  },
});
