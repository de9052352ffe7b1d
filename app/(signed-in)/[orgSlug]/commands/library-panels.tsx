'use client';

import { ApiAuthPanel } from '@/components/configure/api-auth-panel';
import { ConfigurePanel } from '@/components/configure/configure-panel';
import { HttpHeadersPanel } from '@/components/configure/http-headers-panel';
import { InputPanel } from '@/components/configure/input-panel';
import { ConnectPanel } from '@/components/connect/connect-panel';
import { UploadPanel } from '@/components/import/upload-panel';
import { DeletedPanel } from '@/components/library/menus/deleted-panel';
import { EditFolderPanel, NewFolderPanel } from '@/components/library/menus/folder-panels';
import { MovePanel } from '@/components/library/menus/move-panel';
import type { LibraryOwner } from '@/components/library/use-library';
import { RequestPanel } from '@/components/request/request-panel';
import { sharePanels } from '@/components/share/panel/share-panels';
import { SyncPanel } from '@/components/sync/sync-panel';
import { SidePanelStack } from '@/components/ui/panels/side-panel-stack';

/** The panels that open beside the library; they come from several areas. */
export default function LibraryPanels({ owner }: { owner: LibraryOwner }) {
  const { orgId } = owner.org;
  return (
    <SidePanelStack
      kinds={{
        'new-folder': () => <NewFolderPanel orgId={orgId} />,
        'edit-folder': (folderId) => <EditFolderPanel orgId={orgId} folderId={Number(folderId)} />,
        configure: (commandId) => <ConfigurePanel orgId={orgId} commandId={Number(commandId)} />,
        'configure-input': (about) => <InputPanel orgId={orgId} about={about} />,
        'api-auth': (credentialId) => <ApiAuthPanel orgId={orgId} credentialId={Number(credentialId)} />,
        'http-headers': (commandId) => <HttpHeadersPanel orgId={orgId} commandId={Number(commandId)} />,
        connect: (sourceKind) => <ConnectPanel orgId={orgId} sourceKind={sourceKind} />,
        'upload-openapi': () => <UploadPanel orgId={orgId} kind="openapi" />,
        'upload-postman': () => <UploadPanel orgId={orgId} kind="postman" />,
        request: () => <RequestPanel orgId={orgId} />,
        ...sharePanels(orgId),
        deleted: () => <DeletedPanel orgId={orgId} />,
        sync: (about) => <SyncPanel org={owner.org} about={about} />,
        move: (commandId) => <MovePanel owner={owner} commandId={Number(commandId)} />,
      }}
    />
  );
}
