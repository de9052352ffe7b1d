import { z } from 'zod';
import { none, time } from '@/lib/wire/values';
import { resource } from '@/lib/wire/wire';
import { operation } from '../operation';
import { inOrg, manage } from './shared';

/** How far the figures are. */
export const figureProgress = resource({
  /** When they last had everything that had ended by then; null before the first time. */
  countedAt: ['counted_at', time.nullable()],
  /** How many percent of all runs they have, while workers count those from before an upgrade; null otherwise. */
  percent: ['percent', z.int().min(0).max(99).nullable()],
});

export const readFigureProgress = operation({
  id: 'readFigureProgress',
  method: 'GET',
  effect: 'read',
  readsHistory: true,
  path: '/{orgId}/analytics/progress',
  summary: 'Until when the figures are complete, and how many runs from before an upgrade they have',
  permission: manage,
  params: inOrg,
  query: none,
  body: null,
  answer: { kind: 'json', status: 200, schema: figureProgress },
});
