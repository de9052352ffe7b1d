import { paths } from '@/lib/base/paths';
import type { FrameOrg } from '../frame-props';

/** The pages about an organization. Their icons stand apart: the bar only needs to know which page is open. */
const pages = [
  { name: 'Credentials', path: paths.credentials, isForAdmins: true },
  { name: 'Webhooks', path: paths.webhooks, isForAdmins: true },
  { name: 'Dropdowns', path: paths.dropdowns, isForAdmins: true },
  { name: 'Organization users', path: paths.org, isForAdmins: false },
  { name: 'Analytics', path: paths.analytics, isForAdmins: true },
  { name: 'Needs attention', path: paths.needsAttention, isForAdmins: false },
  { name: 'Errors', path: paths.errors, isForAdmins: false },
  { name: 'Outbox', path: paths.outbox, isForAdmins: true },
  { name: 'Audit log', path: paths.audit, isForAdmins: true },
] as const;

export type OrgPageName = (typeof pages)[number]['name'];

/** The pages about an organization that a person may open; some are only for its admins. */
export const orgPageList = (org: FrameOrg) =>
  pages.filter(({ isForAdmins }) => !isForAdmins || org.role === 'admin');
