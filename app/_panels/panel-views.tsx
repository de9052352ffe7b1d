'use client';

import type { FunctionComponent } from 'react';
import { type FetchedPart, fetchedPart } from '@/components/ui/loading/fetched-part';
import type { PanelKind, PanelParams } from '@/components/ui/panels/panel-kinds';
import type { PanelPage } from '@/components/ui/panels/panel-page';

/** What every view is given: what its panel is about, and where it opens. */
export type PanelViewProps<Kind extends PanelKind> = PanelParams<Kind> & PanelPage & { orgId: string };

const view = <Props,>(load: () => Promise<FunctionComponent<Props>>): FetchedPart<Props> =>
  fetchedPart(async () => ({ default: await load() }));

/**
 * The view of every kind of side panel, fetched when it first opens. Any signed-in page shows any of them. Null is what
 * only a page itself can draw: it has the form that the panel fills in.
 */
export const panelViews: { [Kind in PanelKind]: FetchedPart<PanelViewProps<Kind>> | null } = {
  configure: view(async () => (await import('@/components/configure/configure-panel')).ConfigurePanel),
  'configure-input': view(async () => (await import('@/components/configure/input-panel')).InputPanel),
  'api-auth': view(async () => (await import('@/components/configure/api-auth-panel')).ApiAuthPanel),
  'http-headers': view(
    async () => (await import('@/components/configure/http-headers-panel')).HttpHeadersPanel,
  ),
  connect: view(async () => (await import('@/components/connect/connect-panel')).ConnectPanel),
  connection: view(
    async () => (await import('@/components/connect/edit-connection-panel')).EditConnectionPanel,
  ),
  'upload-openapi': view(async () => {
    const { UploadPanel } = await import('@/components/import/upload-panel');
    return ({ orgId }: { orgId: string }) => <UploadPanel orgId={orgId} kind="openapi" />;
  }),
  'upload-postman': view(async () => {
    const { UploadPanel } = await import('@/components/import/upload-panel');
    return ({ orgId }: { orgId: string }) => <UploadPanel orgId={orgId} kind="postman" />;
  }),
  request: view(async () => (await import('@/components/request/request-panel')).RequestPanel),
  sync: view(async () => (await import('@/components/sync/sync-panel')).SyncPanel),
  share: view(async () => (await import('@/components/share/panel/share-panel')).ShareCommandPanel),
  'share-folder': view(async () => (await import('@/components/share/panel/share-panel')).ShareFolderPanel),
  why: view(async () => (await import('@/components/share/explain/why-panel')).WhyPanel),
  'why-folder': view(async () => (await import('@/components/share/explain/why-panel')).WhyFolderPanel),
  'new-folder': view(async () => (await import('@/components/library/menus/folder-panels')).NewFolderPanel),
  'edit-folder': view(async () => (await import('@/components/library/menus/folder-panels')).EditFolderPanel),
  move: view(async () => {
    const { MovePanel } = await import('@/components/library/menus/move-panel');
    return ({ commandId, ...owner }: PanelViewProps<'move'>) => (
      <MovePanel owner={owner} commandId={commandId} />
    );
  }),
  deleted: view(async () => (await import('@/components/library/menus/deleted-panel')).DeletedPanel),
  invite: view(async () => (await import('@/components/share/recipients/invite-panel')).InvitePanel),
  'new-group': view(async () => (await import('@/components/members/group-panels')).NewGroupPanel),
  group: view(async () => (await import('@/components/members/group-panels')).GroupPanel),
  'edit-org': view(async () => (await import('@/components/orgs/edit-org-panel')).EditOrgPanel),
  message: view(async () => (await import('@/components/outbox/message-panel')).MessagePanel),
  run: view(async () => {
    const { RunPanel } = await import('@/components/history/run/run-panel');
    const { RunResult } = await import('@/components/builder/runs/run-result');
    return ({ org, runId }: PanelViewProps<'run'>) => (
      <RunPanel org={org} runId={runId} renderResult={(run) => <RunResult run={run} />} />
    );
  }),
  runs: null,
  json: null,
};
