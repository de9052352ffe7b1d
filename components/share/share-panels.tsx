'use client';

import dynamic from 'next/dynamic';
import type { PanelKinds } from '@/components/ui/side-panels/side-panel-stack';

/** Fetched when one of them first opens. */
const ShareCommandPanel = dynamic(() => import('./share-panel').then((part) => part.ShareCommandPanel));
const ShareFolderPanel = dynamic(() => import('./share-panel').then((part) => part.ShareFolderPanel));
const WhyPanel = dynamic(() => import('./why-panel').then((part) => part.WhyPanel));
const WhyFolderPanel = dynamic(() => import('./why-panel').then((part) => part.WhyFolderPanel));

/** The panels about who has what, for the pages that they open beside. */
export const sharePanels = (orgId: string): PanelKinds => ({
  share: (commandId) => <ShareCommandPanel orgId={orgId} commandId={Number(commandId)} />,
  'share-folder': (folderId) => <ShareFolderPanel orgId={orgId} folderId={Number(folderId)} />,
  why: (about) => <WhyPanel orgId={orgId} about={about} />,
  'why-folder': (about) => <WhyFolderPanel orgId={orgId} about={about} />,
});
