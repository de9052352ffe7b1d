import Link from 'next/link';
import { paths } from '@/lib/base/paths';

interface JobsToTakeProps {
  orgSlug: string;
  /** The names of the jobs that stop. */
  names: readonly string[];
  /** Called when a link leads to one of them. */
  onLeave: () => void;
}

/** Says how jobs go on without their owner, with a link to each. Renders nothing without jobs. */
export function JobsToTake({ orgSlug, names, onLeave }: JobsToTakeProps) {
  const different = [...new Set(names)];
  if (different.length === 0) return null;
  return (
    <p>
      {names.length === 1
        ? 'To keep this job running, take it over, now or afterward: '
        : 'To keep these jobs running, take them over, now or afterward: '}
      {different.map((name, index) => (
        <span key={name}>
          {index > 0 && ', '}
          <Link href={`${paths.cronJobs(orgSlug)}?search=${encodeURIComponent(name)}`} onClick={onLeave}>
            {name}
          </Link>
        </span>
      ))}
    </p>
  );
}
