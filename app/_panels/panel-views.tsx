'use client';

import type { FunctionComponent } from 'react';
import { type FetchedPart, fetchedPart } from '@/components/ui/loading/fetched-part';
import type { PanelKind, PanelParams } from '@/components/ui/panels/panel-kinds';
import type { PanelPage } from '@/components/ui/panels/panel-page';

/** The parameters of a panel, and its organization and person. */
type OrgViewProps<Kind extends PanelKind> = PanelParams<Kind> & { orgId: string };
/** The same, with what the page knows. */
type PageViewProps<Kind extends PanelKind> = OrgViewProps<Kind> & PanelPage;

/** What a view needs besides its parameters. `form` means that only the page with that form renders it. */
type View<Kind extends PanelKind> =
  | { needs: 'org'; part: FetchedPart<OrgViewProps<Kind>> }
  | { needs: 'page'; part: FetchedPart<PageViewProps<Kind>> }
  | { needs: 'form' };

const view = <Props,>(load: () => Promise<FunctionComponent<Props>>) => ({
  needs: 'org' as const,
  part: fetchedPart(async () => ({ default: await load() })),
});
const pageView = <Props,>(load: () => Promise<FunctionComponent<Props>>) => ({
  needs: 'page' as const,
  part: fetchedPart(async () => ({ default: await load() })),
});

/** The view of every kind of side panel, loaded when it first opens. Every signed-in page can show any of them. */
export const panelViews: { [Kind in PanelKind]: View<Kind> } = {
  configure: view(async () => {
    const { ConfigurePanel } = await import('@/components/configure/panel/configure-panel');
    const { JobsTab } = await import('@/components/schedules/jobs-tab');
    const { WebhooksTab } = await import('@/components/webhooks/webhooks-tab');
    return (props: OrgViewProps<'configure'>) => (
      <ConfigurePanel
        {...props}
        renderJobs={(command, tabs) => <JobsTab command={command} tabs={tabs} />}
        renderWebhooks={(command, tabs) => <WebhooksTab command={command} tabs={tabs} />}
      />
    );
  }),
  'configure-input': view(async () => (await import('@/components/configure/inputs/input-panel')).InputPanel),
  duplicate: pageView(
    async () => (await import('@/components/configure/command/duplicate-panel')).DuplicatePanel,
  ),
  'edit-copy': pageView(async () => (await import('@/components/configure/command/copy-panel')).CopyPanel),
  'choose-dropdown': view(
    async () => (await import('@/components/configure/dropdowns/choose-dropdown-panel')).ChooseDropdownPanel,
  ),
  'new-dropdown': view(
    async () => (await import('@/components/configure/dropdowns/new/new-dropdown-panel')).NewDropdownPanel,
  ),
  dropdown: view(async () => (await import('@/components/configure/dropdowns/dropdown-panel')).DropdownPanel),
  'input-checks': view(
    async () => (await import('@/components/configure/conditions/input-checks-panel')).InputChecksPanel,
  ),
  'reorder-inputs': view(
    async () => (await import('@/components/configure/inputs/list/reorder-panel')).ReorderPanel,
  ),
  decoration: view(
    async () => (await import('@/components/configure/decorations/decoration-panel')).DecorationPanel,
  ),
  job: pageView(async () => (await import('@/components/schedules/job/job-panel')).JobPanel),
  webhook: pageView(async () => (await import('@/components/webhooks/webhook-panel')).WebhookPanel),
  'alert-addresses': view(
    async () => (await import('@/components/schedules/alerts/alert-addresses-panel')).AlertAddressesPanel,
  ),
  'output-path': view(
    async () => (await import('@/components/configure/output/object-path-panel')).ObjectPathPanel,
  ),
  safety: view(async () => (await import('@/components/configure/running/safety-panel')).SafetyPanel),
  running: view(async () => (await import('@/components/configure/running/running-panel')).RunningPanel),
  'view-code': view(
    async () => (await import('@/components/configure/command/code/view-code-panel')).ViewCodePanel,
  ),
  'view-sql': view(async () => (await import('@/components/configure/command/view-sql-panel')).ViewSqlPanel),
  'undo-partner': view(async () => (await import('@/components/configure/undo/undo-panel')).UndoPanel),
  'change-connection': view(
    async () => (await import('@/components/configure/command/connection-panel')).ConnectionPanel,
  ),
  'edit-input': view(
    async () => (await import('@/components/configure/inputs/template/edit-input-panel')).EditInputPanel,
  ),
  'add-input': view(
    async () => (await import('@/components/configure/inputs/template/add-input-panel')).AddInputPanel,
  ),
  'api-auth': view(async () => (await import('@/components/configure/http/api-auth-panel')).ApiAuthPanel),
  'http-headers': view(
    async () => (await import('@/components/configure/http/http-headers-panel')).HttpHeadersPanel,
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
  sync: pageView(async () => (await import('@/components/sync/sync-panel')).SyncPanel),
  share: view(async () => (await import('@/components/share/panel/share-panel')).ShareCommandPanel),
  'share-folder': view(async () => (await import('@/components/share/panel/share-panel')).ShareFolderPanel),
  'send-result': view(
    async () => (await import('@/components/share/results/send-result-panel')).SendResultPanel,
  ),
  why: view(async () => (await import('@/components/share/explain/why-panel')).WhyPanel),
  'why-folder': view(async () => (await import('@/components/share/explain/why-panel')).WhyFolderPanel),
  'edit-folder': view(async () => (await import('@/components/library/menus/folder-panels')).EditFolderPanel),
  move: pageView(async () => {
    const { MovePanel } = await import('@/components/library/menus/move-panel');
    return ({ commandId, ...owner }: PageViewProps<'move'>) => (
      <MovePanel owner={owner} commandId={commandId} />
    );
  }),
  deleted: view(async () => (await import('@/components/library/menus/deleted-panel')).DeletedPanel),
  invite: pageView(async () => (await import('@/components/share/recipients/invite-panel')).InvitePanel),
  'new-group': view(async () => (await import('@/components/members/group-panels')).NewGroupPanel),
  group: view(async () => (await import('@/components/members/group-panels')).GroupPanel),
  'new-service-account': view(
    async () =>
      (await import('@/components/account/service-accounts/service-account-panels')).NewServiceAccountPanel,
  ),
  'service-account': pageView(
    async () =>
      (await import('@/components/account/service-accounts/service-account-panels')).ServiceAccountPanel,
  ),
  'edit-org': pageView(async () => (await import('@/components/orgs/edit-org-panel')).EditOrgPanel),
  message: pageView(async () => (await import('@/components/outbox/message-panel')).MessagePanel),
  run: pageView(async () => {
    const { RunPanel } = await import('@/components/history/run/run-panel');
    const { RunResult } = await import('@/components/builder/runs/card/run-result');
    return ({ org, runId }: PageViewProps<'run'>) => (
      <RunPanel org={org} runId={runId} renderResult={(run) => <RunResult run={run} />} />
    );
  }),
  'bulk-run': pageView(async () => (await import('@/components/bulk-run/bulk-run-panel')).BulkRunPanel),
  'follow-up': pageView(
    async () => (await import('@/components/builder/follow-up/follow-up-panel')).FollowUpPanel,
  ),
  usage: pageView(async () => (await import('@/components/history/usage/usage-panel')).UsagePanel),
  'counted-runs': pageView(
    async () => (await import('@/components/history/counted/counted-runs-panel')).CountedRunsPanel,
  ),
  error: pageView(async () => (await import('@/components/errors/error-panel')).ErrorPanel),
  bulk: { needs: 'form' },
  runs: { needs: 'form' },
  'batch-download': { needs: 'form' },
  json: { needs: 'form' },
  presets: { needs: 'form' },
};

/** Fetches the code of these panels, which people are likely to open. */
export function prepareViews(kinds: readonly PanelKind[]): void {
  for (const kind of kinds) {
    const view = panelViews[kind];
    if (view.needs !== 'form') view.part.prepare();
  }
}
