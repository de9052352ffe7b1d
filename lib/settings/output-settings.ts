import { z } from 'zod';
import { parseObjectPath } from '@/lib/outputs/object-path';
import { outputDisplay, outputMasks, revealers } from '@/lib/outputs/output-column';
import { columnWords, maskWords } from '@/lib/outputs/output-words';
import { type Setting, yesOrNo } from './setting';

const objectPath = z
  .string()
  .trim()
  .max(500)
  .refine((text) => parseObjectPath(text) !== null, 'Must be a path, such as data.items')
  .nullable();

/** What engineers set of a command's output, in columns of `command`. */
export const outputSettings = {
  /** The part of a JSON result that is kept; null for all of it. */
  outputObjectPath: {
    column: 'output_object_path',
    wire: 'output_object_path',
    answer: z.string().nullable(),
    sent: objectPath.optional(),
    isText: true,
    label: 'Output object path',
    logName: 'output object path',
    words: {},
    isRestored: true,
  },
  outputDisplay: {
    column: 'output_display',
    wire: 'output_display',
    answer: outputDisplay,
    sent: outputDisplay.optional(),
    isText: false,
    label: 'Output columns',
    logName: 'output columns',
    words: {},
    itemWords: columnWords,
    isRestored: true,
  },
  /** A restore keeps today's masks and adds those of the revision: server/revisions/plan-restore.ts. */
  maskedOutputs: {
    column: 'masked_outputs',
    wire: 'masked_outputs',
    answer: outputMasks,
    sent: outputMasks.optional(),
    isText: false,
    label: 'Masked outputs',
    logName: 'masked outputs',
    words: {},
    itemWords: maskWords,
    isRestored: false,
  },
  maskRevealers: {
    column: 'mask_revealers',
    wire: 'mask_revealers',
    answer: revealers,
    sent: revealers.optional(),
    isText: false,
    label: 'People who may reveal masked values',
    logName: 'people who may reveal masked values',
    words: {},
    isRestored: false,
  },
  isChartFirst: {
    column: 'is_chart_first',
    wire: 'chart_first',
    ...yesOrNo(),
    label: 'Show the chart first',
    logName: 'first view of results',
    isRestored: true,
  },
  isOutputInDownloads: {
    column: 'is_output_in_downloads',
    wire: 'output_in_downloads',
    ...yesOrNo(),
    label: 'Names, order and hidden columns also in downloads',
    logName: 'columns of downloads',
    isRestored: true,
  },
} as const satisfies Readonly<Record<string, Setting & { isRestored: boolean }>>;
