import type { WarningTag } from '@/generated/prisma/client';

interface SampleCommand {
  name: string;
  warningTag: WarningTag | null;
  runButtonText: string | null;
}

/** Which routines of the sample database are commands of a new sandbox, by their own name. */
export const sampleCommands: Readonly<Record<string, SampleCommand | undefined>> = {};
