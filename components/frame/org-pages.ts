import {
  IconKey,
  IconListDetails,
  IconListSearch,
  IconMail,
  IconUserCheck,
  IconUsers,
} from '@tabler/icons-react';
import { paths } from '@/lib/paths';
import type { FrameOrg } from './frame-props';

const pages = [
  { name: 'Credentials', path: paths.credentials, Icon: IconKey, isForAdmins: true },
  { name: 'Dropdowns', path: paths.dropdowns, Icon: IconListDetails, isForAdmins: true },
  { name: 'Organization Users', path: paths.org, Icon: IconUsers, isForAdmins: false },
  { name: 'Approvals', path: paths.approvals, Icon: IconUserCheck, isForAdmins: false },
  { name: 'Outbox', path: paths.outbox, Icon: IconMail, isForAdmins: true },
  { name: 'Audit Log', path: paths.audit, Icon: IconListSearch, isForAdmins: true },
] as const;

/** The pages about an organization in the person's own menu; some are only for its admins. */
export function orgPagesFor(org: FrameOrg | null) {
  return org === null ? [] : pages.filter(({ isForAdmins }) => !isForAdmins || org.role === 'admin');
}
