/** The parts of a job, each with its own panel. */
const STEPS = [
  'view',
  'schedule',
  'inputs',
  'name',
  'running',
  'send',
  'alerts',
  'backfill',
  'decorations',
  'link',
  'decoration',
  'values',
  'error',
] as const;

/** A part of a job, or a step of a new one, whose id is null. */
export interface JobPart {
  commandId: number;
  jobId: number | null;
  step: (typeof STEPS)[number];
  /** The decoration that `decoration` and `values` are about. */
  decorationId?: number;
}

/** The panel of a part: `12-34-view`, `12-new-schedule`, `12-34-values-5`. */
export const jobPanel = ({ commandId, jobId, step, decorationId }: JobPart) => ({
  kind: 'job' as const,
  job: `${commandId}-${jobId ?? 'new'}-${step}${decorationId === undefined ? '' : `-${decorationId}`}`,
});

/** The address of the panel in which one chooses the command of a new job. */
export const NEW_JOB = 'new-job';

/** The address of the panel with the organization's days off. */
export const DAYS_OFF = 'days-off';

/** Reads the address of a part; null if the text isn't one. */
export function jobPartAt(address: string): JobPart | null {
  const [, commandText, jobText, stepText, decorationText] =
    /^([1-9]\d{0,9})-([1-9]\d{0,9}|new)-([a-z]+)(?:-([1-9]\d{0,9}))?$/.exec(address) ?? [];
  const step = STEPS.find((each) => each === stepText);
  if (step === undefined) return null;
  return {
    commandId: Number(commandText),
    jobId: jobText === 'new' ? null : Number(jobText),
    step,
    ...(decorationText === undefined ? {} : { decorationId: Number(decorationText) }),
  };
}
