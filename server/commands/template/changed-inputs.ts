import type { TemplateInput } from '@/lib/inputs/input';
import { holdsSecret } from '@/lib/inputs/secret-values';
import type { AuditSource } from '@/server/access/audit';
import type { Sql } from '@/server/base/database/db';
import type { ConfiguredInput } from '@/server/commands/template/configured-input';
import { newlyRequired } from '@/server/commands/template/plan-inputs';
import type { StoredTemplate } from '@/server/commands/template/stored-template';
import type { TemplateDescription } from '@/server/connectors/things';
import { markLostMaps } from '@/server/dependents/mark-lost-maps';
import { pauseUnfit } from '@/server/dependents/pause-unfit';
import type { ChangedInputs } from '@/server/dependents/stops';

/** What an update does to the inputs of a template's commands, as far as what runs them by itself depends on it. */
export function changedInputs(
  { inputs: before, commands }: StoredTemplate,
  { inputs: after }: TemplateDescription,
  configured: readonly ConfiguredInput[],
): ChangedInputs {
  const required = new Map(
    commands.map(({ commandId }) => {
      const own = configured.filter((input) => input.commandId === commandId);
      return [commandId, newlyRequired(before, after, own)] as const;
    }),
  );
  return { before, after, required };
}

interface Update {
  stored: StoredTemplate;
  described: TemplateDescription;
  configured: readonly ConfiguredInput[];
}

/** Pauses and marks what can't go on with the inputs that a template is about to have, before it is written. */
export async function stopDependents(
  tx: Sql,
  template: { orgId: string; templateId: number; audit: AuditSource },
  { stored, described, configured }: Update,
): Promise<void> {
  await pauseUnfit(tx, template, changedInputs(stored, described, configured));
  const keys = described.inputs.map(({ key }) => key);
  if (stored.inputs.some(({ key }) => !keys.includes(key))) await markLostMaps(tx, template, keys);
}

/** Whether rules that name inputs may no longer hold, or may hold again. */
export function canBreak(
  { inputs: before }: StoredTemplate,
  { inputs: after }: TemplateDescription,
): boolean {
  const marks = (inputs: readonly TemplateInput[]) =>
    JSON.stringify(inputs.map(({ key, type }) => `${key} ${holdsSecret(type)}`).toSorted());
  return marks(before) !== marks(after);
}
