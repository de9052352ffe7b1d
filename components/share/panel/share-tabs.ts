import type { Shared } from './sharing';

export const TABS = ['share', 'shared-with', 'visibility', 'link', 'store'] as const;
export type ShareTab = (typeof TABS)[number];

export const tabNames: Readonly<Record<ShareTab, string>> = {
  share: 'Share',
  'shared-with': 'Shared with',
  visibility: 'Visibility',
  link: 'Link',
  store: 'Store link',
};

/** The tabs for a shared item, and the one that opens first. */
export function tabsOf(
  { subject, role, visibility, isCopycat }: Shared,
  isMember: boolean,
): { tabs: ShareTab[]; first: ShareTab } {
  const isCommand = subject.kind === 'command';
  const isPublic = visibility === 'public' || visibility === 'store';
  const tabs: ShareTab[] = [
    ...(role === 'admin' && isMember ? (['share'] as const) : []),
    ...(role !== null || !isCommand ? (['shared-with'] as const) : []),
    ...(isCommand && role === 'admin' && isMember && !isCopycat ? (['visibility'] as const) : []),
    ...(isPublic ? (['link'] as const) : []),
    ...(visibility === 'store' ? (['store'] as const) : []),
  ];
  return { tabs, first: visibility === 'public' ? 'link' : (tabs[0] ?? 'shared-with') };
}
