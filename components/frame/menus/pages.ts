import { IconCalendar, IconHistory, IconHome, IconLayoutGrid, IconUserCheck } from '@tabler/icons-react';
import { paths } from '@/lib/base/paths';
import type { FrameOrg } from '../frame-props';

const pages = [
  { name: 'Home', path: paths.home, Icon: IconHome, isForAdmins: false },
  { name: 'Commands', path: paths.commands, Icon: IconLayoutGrid, isForAdmins: false },
  { name: 'Scheduled jobs', path: paths.cronJobs, Icon: IconCalendar, isForAdmins: true },
  { name: 'History', path: paths.history, Icon: IconHistory, isForAdmins: false },
  { name: 'Approvals', path: paths.approvals, Icon: IconUserCheck, isForAdmins: false },
] as const;

/**
 * Whether the page at an address is open: `page` for itself, `true` for one within it, as a command is within Commands.
 */
export function isCurrent(pathname: string, page: string): 'page' | 'true' | undefined {
  if (pathname === page) return 'page';
  const within = pathname.replace(/\/builder$/, '/commands');
  return `${within}/`.startsWith(`${page}/`) ? 'true' : undefined;
}

/** The pages of everyday work, as the bar, the phone's menu and the palette offer them to a person with a role. */
export const pagesFor = ({ role }: Pick<FrameOrg, 'role'>) =>
  pages.filter(({ isForAdmins }) => !isForAdmins || role === 'admin');
