'use client';

import { IconLock } from '@tabler/icons-react';
import { EmptyNotice } from '@/components/ui/feedback/empty-notice';
import type { PanelKind } from '@/components/ui/panels/panel-kinds';
import type { PanelPage } from '@/components/ui/panels/panel-page';
import { SidePanel } from '@/components/ui/panels/side-panel';

/** The panels that only an organization's admins use, and what they do there. Everyone can open their addresses. */
const ADMINS_ONLY: Partial<Record<PanelKind, { title: string; does: string }>> = {
  invite: { title: 'Invite', does: 'invite people' },
  connect: { title: 'New connection', does: 'connect sources' },
  connection: { title: 'Connection', does: 'change connections' },
  'upload-openapi': { title: 'OpenAPI', does: 'add sources' },
  'upload-postman': { title: 'Postman collection', does: 'add sources' },
  request: { title: 'HTTP request', does: 'add sources' },
  sync: { title: 'Sync', does: 'add and sync commands' },
  'api-auth': { title: 'HTTP Auth', does: 'change how commands authenticate' },
  'new-group': { title: 'New group', does: 'make groups' },
  group: { title: 'Group', does: 'change groups' },
  'new-service-account': { title: 'New service account', does: 'make service accounts' },
  'service-account': { title: 'Service account', does: 'change service accounts' },
  'edit-org': { title: 'Edit organization', does: 'change the organization' },
  deleted: { title: 'Deleted commands', does: 'bring deleted commands back' },
  message: { title: 'Message', does: 'read its messages' },
};

export const isForAdmins = (kind: PanelKind): boolean => ADMINS_ONLY[kind] !== undefined;

/** What everyone else sees at the address of such a panel. */
export function AdminsOnly({ kind, page }: { kind: PanelKind; page: PanelPage | null }) {
  const { title = '', does = '' } = ADMINS_ONLY[kind] ?? {};
  const org = page?.org.name ?? 'the organization';
  return (
    <SidePanel title={title} context={page?.org.name}>
      <EmptyNotice icon={<IconLock size={22} stroke={1.75} />} title={`Only admins of ${org} ${does}`}>
        Ask one of them to do it for you, or to make you an admin.
      </EmptyNotice>
    </SidePanel>
  );
}
