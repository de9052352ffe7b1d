import { IconHistory, IconLayoutGrid } from '@tabler/icons-react';
import { paths } from '@/lib/base/paths';

/** The pages of an organization, as the bar, the phone's menu and the palette offer them. */
export const pages = [
  { name: 'Commands', path: paths.commands, Icon: IconLayoutGrid },
  { name: 'History', path: paths.history, Icon: IconHistory },
] as const;
