import statement from 'sql-template-tag';
import type { Person } from '@/lib/access/vocabulary';
import type { OutputColumn } from '@/lib/outputs/output-column';
import { accessColumn } from '@/server/access/columns';
import { viewerOf } from '@/server/access/viewer';
import { column, type RowOf } from '@/server/base/database/statements';
import { shownVersion } from '@/server/base/events/run-changes';
import { processWide } from '@/server/base/process-wide';
import { MASKS } from '@/server/results/masks/run-masks';

/**
 * What a run shows of its command, and the viewer's access to that. It is the same for all runs of the command, so a
 * process remembers it until anything of it changes (decision 0552).
 */
export const SHOWN_COMMAND = {
  name: column.text,
  visibility: accessColumn.visibility,
  role: accessColumn.role.nullable(),
  level: accessColumn.level.nullable(),
  mask_revealers: column.json<string[]>(),
  output_display: column.json<OutputColumn[]>(),
  is_chart_first: column.boolean,
  masked_now: MASKS.masked_now,
  file_display: MASKS.file_display,
};
export type ShownCommand = RowOf<typeof SHOWN_COMMAND>;

/** The columns of the command `c` and the viewer's `access`, besides those of its masks. */
export const SHOWN_COLUMNS = statement`c.name, c.visibility, access.role, access.level, c.mask_revealers,
  c.output_display, c.is_chart_first`;

/** What was read at a version. */
interface Remembered {
  version: number | null;
  shown: Map<string, ShownCommand>;
}

const remembered = () =>
  processWide('shown commands', (): Remembered => ({ version: null, shown: new Map() }));
const MOST_REMEMBERED = 2000;

interface OfRun {
  org_id: string;
  command_id: number;
}

const keyOf = ({ userId }: Person, { org_id, command_id }: OfRun): string =>
  `${userId} ${org_id} ${command_id}`;

/** Whether a token or a session limits what they see of their access. */
function isLimited(actor: Person): boolean {
  const { only, closedOrgIds } = viewerOf(actor);
  return only !== null || closedOrgIds.length > 0;
}

/**
 * Remembers what a person was shown.
 *
 * @param version `shownVersion()` before it was read
 */
export function rememberShown(actor: Person, row: ShownCommand & OfRun, version: number | null): void {
  if (version === null || version !== shownVersion() || isLimited(actor)) return;
  const all = remembered();
  if (all.version !== version || all.shown.size >= MOST_REMEMBERED) {
    all.version = version;
    all.shown.clear();
  }
  const { name, visibility, role, level, mask_revealers, output_display, is_chart_first } = row;
  const { masked_now, file_display } = row;
  all.shown.set(keyOf(actor, row), {
    name,
    visibility,
    role,
    level,
    mask_revealers,
    output_display,
    is_chart_first,
    masked_now,
    file_display,
  });
}

/** What reading a run of the command would show of it now; null if that has to be read. */
export function rememberedShown(actor: Person, run: OfRun): ShownCommand | null {
  const { version, shown } = remembered();
  if (version === null || version !== shownVersion() || isLimited(actor)) return null;
  return shown.get(keyOf(actor, run)) ?? null;
}
