import { IconCalendarClock, IconPlayerPause, IconTrash } from '@tabler/icons-react';
import { stateOf } from './job-words';
import type { ListedJob } from './use-jobs';

const icons = { deleted: IconTrash, enabled: IconCalendarClock, paused: IconPlayerPause } as const;
const words = { deleted: 'Deleted', enabled: 'On', paused: 'Paused' } as const;

/** Whether a job is on, paused, or deleted. */
export function JobStateIcon({ job }: { job: Pick<ListedJob, 'isDeleted' | 'isEnabled'> }) {
  const state = stateOf(job);
  const Icon = icons[state];
  return <Icon size={16} stroke={1.75} role="img" aria-label={words[state]} />;
}
