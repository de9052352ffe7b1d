import {
  type Icon,
  IconAlertTriangle,
  IconBug,
  IconCalendar,
  IconKey,
  IconListDetails,
  IconListSearch,
  IconMail,
  IconUserCheck,
  IconUsers,
  IconWebhook,
} from '@tabler/icons-react';
import type { FrameOrg } from '../frame-props';
import { type OrgPageName, orgPageList } from './org-page-list';

const icons: Readonly<Record<OrgPageName, Icon>> = {
  Credentials: IconKey,
  'Scheduled Jobs': IconCalendar,
  Webhooks: IconWebhook,
  Dropdowns: IconListDetails,
  'Organization Users': IconUsers,
  Approvals: IconUserCheck,
  'Needs Attention': IconAlertTriangle,
  Errors: IconBug,
  Outbox: IconMail,
  'Audit Log': IconListSearch,
};

/** The pages about an organization in the person's own menu, with their icons. */
export const orgPagesFor = (org: FrameOrg | null) =>
  orgPageList(org).map((page) => ({ ...page, Icon: icons[page.name] }));
