import { IconChartBar, IconHistory, IconHome, IconLayoutGrid } from '@tabler/icons-react';
import { paths } from '@/lib/base/paths';
import type { FrameOrg } from '../frame-props';

const everyone = [
  { name: 'Home', path: paths.home, Icon: IconHome },
  { name: 'Commands', path: paths.commands, Icon: IconLayoutGrid },
  { name: 'History', path: paths.history, Icon: IconHistory },
] as const;
const admins = [{ name: 'Analytics', path: paths.analytics, Icon: IconChartBar }] as const;

/** The pages of an organization, as the bar, the phone's menu and the palette offer them to a person with a role. */
export const pagesFor = ({ role }: Pick<FrameOrg, 'role'>) =>
  role === 'admin' ? [...everyone, ...admins] : everyone;
