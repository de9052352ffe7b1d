import { z } from 'zod';
import { id, none, textId } from '@/lib/wire/values';
import { resource } from '@/lib/wire/wire';
import { operation } from '../operation';

/** What can stop working as it was set up; `forecast` for what the next sync would stop. */
export const attentionKinds = [
  'condition',
  'check',
  'job',
  'webhook',
  'auto_run',
  'dropdown',
  'button',
  'error_jump',
  'undo',
  'forecast',
] as const;
export type AttentionKind = (typeof attentionKinds)[number];

/** The most that are listed. */
export const MOST_ATTENTION = 1_000;

export const attentionItem = resource({
  kind: ['kind', z.enum(attentionKinds)],
  commandId: ['kit_id', id],
  commandName: ['kit_name', z.string()],
  /**
   * What it is called: a job, a webhook, a button; of a check its message, of a condition or a dropdown its input, of a
   * forecast the connection whose next sync would break something of the command.
   */
  name: ['name', z.string().nullable()],
  /**
   * Why a job or a webhook was paused, or what would break, in words; of others what is missing: the key of an input, or an
   * output.
   */
  detail: ['detail', z.string().nullable()],
  ownerName: ['owner_name', z.string().nullable()],
});

export const listNeedsAttention = operation({
  id: 'listNeedsAttention',
  method: 'GET',
  effect: 'read',
  path: '/{orgId}/needs-attention',
  summary: `What stopped working as it was set up, of the commands that the caller configures and of what they own; at most ${MOST_ATTENTION}`,
  permission: { needs: 'org', action: 'org.enter' },
  params: z.strictObject({ orgId: textId }),
  query: none,
  body: null,
  answer: {
    kind: 'json',
    status: 200,
    schema: z.object({ total: z.int(), items: z.array(attentionItem) }),
  },
});
