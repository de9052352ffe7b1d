import { createHash } from 'node:crypto';
import type { StoredTemplate } from '@/server/commands/template/stored-template';
import type { TemplateDescription } from '@/server/connectors/things';

/**
 * Identifies the state that a person reviewed: the source's description of a thing, and the template with its commands.
 * It changes when either side changes.
 */
export function revisionOf(stored: StoredTemplate, described: TemplateDescription | null): string {
  const commands = stored.commands.map(({ commandId, version }) => [commandId, version]);
  const looked = [stored.templateId, stored.version, stored.isDeleted, commands, described];
  return createHash('sha256').update(JSON.stringify(looked)).digest('base64url');
}
