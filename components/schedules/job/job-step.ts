import type { Command, Job } from '../use-jobs';

/** What every part of a job gets; `job` is null while it is new. */
export interface JobStepProps {
  command: Command;
  job: Job | null;
  orgSlug: string;
}
