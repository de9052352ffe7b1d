import type { Mask } from '@/lib/outputs/masks';
import type { OutputColumn } from '@/lib/outputs/output-column';
import { listOf } from '@/lib/wire/values';
import { optionalText, type Setting, yesOrNo } from './setting';

/** A list whose items `outputRules` check on the server. */
const list = <Item>() => {
  const items = listOf<Item>();
  return { answer: items, sent: items.optional(), isText: false, words: {} } as const;
};

/** What engineers set of a command's output, in columns of `command`. */
export const outputSettings = {
  /** The part of a JSON result that is kept; null for all of it. */
  outputObjectPath: {
    column: 'output_object_path',
    wire: 'output_object_path',
    ...optionalText(500),
    label: 'Output object path',
    logName: 'output object path',
    isRestored: true,
  },
  outputDisplay: {
    column: 'output_display',
    wire: 'output_display',
    ...list<OutputColumn>(),
    label: 'Output columns',
    logName: 'output columns',
    isRestored: true,
  },
  /** A restore keeps today's masks and adds those of the revision: server/commands/revisions/plan-restore.ts. */
  maskedOutputs: {
    column: 'masked_outputs',
    wire: 'masked_outputs',
    ...list<Mask>(),
    label: 'Masked outputs',
    logName: 'masked outputs',
    isRestored: false,
  },
  maskRevealers: {
    column: 'mask_revealers',
    wire: 'mask_revealers',
    ...list<string>(),
    label: 'People who may reveal masked values',
    logName: 'people who may reveal masked values',
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
    label: 'Use this layout in downloads',
    logName: 'columns of downloads',
    isRestored: true,
  },
} as const satisfies Readonly<Record<string, Setting & { isRestored: boolean }>>;
