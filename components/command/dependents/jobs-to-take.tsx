import Link from 'next/link';
import { paths } from '@/lib/base/paths';
import type { StoppedJob } from '@/lib/changes/person-losses';

interface JobsToTakeProps {
  orgSlug: string;
  /** The jobs that stop. */
  jobs: readonly StoppedJob[];
  /** Called when a link leads to one of them. */
  onLeave: () => void;
}

/** Says how jobs go on without their owner, with a link to each. Renders nothing without jobs. */
export function JobsToTake({ orgSlug, jobs, onLeave }: JobsToTakeProps) {
  if (jobs.length === 0) return null;
  return (
    <p>
      {jobs.length === 1
        ? 'To keep this job running, take it over, now or afterward: '
        : 'To keep these jobs running, take them over, now or afterward: '}
      {jobs.map(({ cronJobId, name }, index) => (
        <span key={cronJobId}>
          {index > 0 && ', '}
          <Link href={paths.cronJob(orgSlug, cronJobId)} onClick={onLeave}>
            {name}
          </Link>
        </span>
      ))}
    </p>
  );
}
