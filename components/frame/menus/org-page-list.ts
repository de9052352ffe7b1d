import { paths } from '@/lib/base/paths';
import type { FrameOrg } from '../frame-props';

/** The headings of an organization's menu. */
export const orgPageGroups = ['People', 'Build', 'Watch'] as const;

/** The pages about an organization. Their icons stand apart: the bar only needs to know which page is open. */
const pages = [
  { group: 'People', name: 'Organization users', path: paths.org, isForAdmins: false },
  { group: 'People', name: 'Outbox', path: paths.outbox, isForAdmins: true },
  { group: 'Build', name: 'Credentials', path: paths.credentials, isForAdmins: true },
  { group: 'Build', name: 'Webhooks', path: paths.webhooks, isForAdmins: true },
  { group: 'Build', name: 'Dropdowns', path: paths.dropdowns, isForAdmins: true },
  { group: 'Watch', name: 'Analytics', path: paths.analytics, isForAdmins: true },
  { group: 'Watch', name: 'Errors', path: paths.errors, isForAdmins: false },
  { group: 'Watch', name: 'Needs attention', path: paths.needsAttention, isForAdmins: false },
  { group: 'Watch', name: 'Command changes', path: paths.commandChanges, isForAdmins: false },
  { group: 'Watch', name: 'Audit log', path: paths.audit, isForAdmins: true },
] as const;

export type OrgPageName = (typeof pages)[number]['name'];

/** The pages about an organization that a person may open; some are only for its admins. */
export const orgPageList = (org: FrameOrg) =>
  pages.filter(({ isForAdmins }) => !isForAdmins || org.role === 'admin');
