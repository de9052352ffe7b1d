import type { ConfiguredInput } from '@/server/commands/template/configured-input';
import { newlyRequired } from '@/server/commands/template/plan-inputs';
import type { StoredTemplate } from '@/server/commands/template/stored-template';
import type { TemplateDescription } from '@/server/connectors/things';
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
