'use client';

import { ApiAuthPanel } from '@/components/configure/api-auth-panel';
import { ConfigurePanel } from '@/components/configure/configure-panel';
import { InputPanel } from '@/components/configure/input-panel';
import { ConnectPanel } from '@/components/connect/connect-panel';
import { EditConnectionPanel } from '@/components/connect/edit-connection-panel';
import { CredentialsView } from '@/components/credentials/credentials-view';
import { UploadPanel } from '@/components/import/upload-panel';
import { sharePanels } from '@/components/share/panel/share-panels';
import { SyncPanel } from '@/components/sync/sync-panel';
import { SidePanelStack } from '@/components/ui/panels/side-panel-stack';

/** The connections of an organisation, with the panels that open beside them. */
export function CredentialsPage({ org }: { org: { orgId: string; slug: string } }) {
  const { orgId } = org;
  return (
    <>
      <CredentialsView orgId={orgId} />
      <SidePanelStack
        kinds={{
          connection: (id) => <EditConnectionPanel orgId={orgId} credentialId={Number(id)} />,
          'upload-openapi': () => <UploadPanel orgId={orgId} kind="openapi" />,
          'upload-postman': () => <UploadPanel orgId={orgId} kind="postman" />,
          connect: (sourceKind) => <ConnectPanel orgId={orgId} sourceKind={sourceKind} />,
          sync: (about) => <SyncPanel org={org} about={about} />,
          configure: (commandId) => <ConfigurePanel orgId={orgId} commandId={Number(commandId)} />,
          'api-auth': (credentialId) => <ApiAuthPanel orgId={orgId} credentialId={Number(credentialId)} />,
          'configure-input': (about) => <InputPanel orgId={orgId} about={about} />,
          ...sharePanels(orgId),
        }}
      />
    </>
  );
}
