import {
  type Icon,
  IconAlertTriangle,
  IconBug,
  IconChartBar,
  IconHistoryToggle,
  IconKey,
  IconListDetails,
  IconListSearch,
  IconMail,
  IconUsers,
  IconWebhook,
} from '@tabler/icons-react';
import type { FrameOrg } from '../frame-props';
import { type OrgPageName, orgPageList } from './org-page-list';

const icons: Readonly<Record<OrgPageName, Icon>> = {
  Credentials: IconKey,
  Webhooks: IconWebhook,
  Dropdowns: IconListDetails,
  'Organization users': IconUsers,
  Analytics: IconChartBar,
  'Needs attention': IconAlertTriangle,
  Errors: IconBug,
  Outbox: IconMail,
  'Command changes': IconHistoryToggle,
  'Audit log': IconListSearch,
};

/** The pages about an organization in its menu, with their icons. */
export const orgPagesFor = (org: FrameOrg) =>
  orgPageList(org).map((page) => ({ ...page, Icon: icons[page.name] }));
