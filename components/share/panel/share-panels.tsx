'use client';

import { Fetched, fetchedPart } from '@/components/ui/loading/fetched-part';
import type { PanelKinds } from '@/components/ui/panels/side-panel-stack';

/** Fetched when one of them first opens. */
const commandPanel = fetchedPart(async () => ({
  default: (await import('./share-panel')).ShareCommandPanel,
}));
const folderPanel = fetchedPart(async () => ({ default: (await import('./share-panel')).ShareFolderPanel }));
const whyPanel = fetchedPart(async () => ({ default: (await import('../explain/why-panel')).WhyPanel }));
const whyFolderPanel = fetchedPart(async () => ({
  default: (await import('../explain/why-panel')).WhyFolderPanel,
}));

/** The panels about who has what, for the pages that they open beside. */
export const sharePanels = (orgId: string): PanelKinds => ({
  share: (commandId) => <Fetched part={commandPanel} props={{ orgId, commandId: Number(commandId) }} />,
  'share-folder': (folderId) => <Fetched part={folderPanel} props={{ orgId, folderId: Number(folderId) }} />,
  why: (about) => <Fetched part={whyPanel} props={{ orgId, about }} />,
  'why-folder': (about) => <Fetched part={whyFolderPanel} props={{ orgId, about }} />,
});
