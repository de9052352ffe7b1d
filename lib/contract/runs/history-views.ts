import { z } from 'zod';
import { id, none, pathId, textId, typedLabel } from '@/lib/wire/values';
import { requestBody, resource } from '@/lib/wire/wire';
import { operation } from '../operation';

/** How many views a person can have in an organization. */
export const MOST_VIEWS = 50;
export const LONGEST_VIEW_NAME = 80;

/** Filters of the history under a name, for the person who saved them. */
export const historyView = resource({
  viewId: ['history_view_id', id],
  name: ['name', z.string()],
  /** The query of the history's address, such as `status=failed&since=2026-11-01`. */
  address: ['address', z.string()],
});

const inOrg = z.strictObject({ orgId: textId });
const entersOrg = { needs: 'org', action: 'org.enter' } as const;

export const listHistoryViews = operation({
  id: 'listHistoryViews',
  method: 'GET',
  effect: 'read',
  path: '/{orgId}/history-views',
  summary: "The caller's own views of the history, by name",
  permission: entersOrg,
  params: inOrg,
  query: none,
  body: null,
  answer: { kind: 'json', status: 200, schema: z.array(historyView) },
});

export const saveHistoryView = operation({
  id: 'saveHistoryView',
  method: 'PUT',
  effect: 'change',
  path: '/{orgId}/history-views',
  summary: `Saves filters of the history under a name, at most ${MOST_VIEWS}; the caller's view of that name is replaced`,
  permission: entersOrg,
  params: inOrg,
  query: none,
  body: requestBody({
    name: ['name', typedLabel(LONGEST_VIEW_NAME, 'Enter a name')],
    address: ['address', z.string().max(4000)],
  }),
  answer: { kind: 'json', status: 200, schema: historyView },
});

export const deleteHistoryView = operation({
  id: 'deleteHistoryView',
  method: 'DELETE',
  effect: 'change',
  path: '/{orgId}/history-views/{viewId}',
  summary: "Deletes one of the caller's views of the history",
  permission: entersOrg,
  params: z.strictObject({ orgId: textId, viewId: pathId }),
  query: none,
  body: null,
  answer: { kind: 'nothing' },
});
