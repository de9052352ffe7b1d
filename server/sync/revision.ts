import { createHash } from 'node:crypto';
import type { TemplateDescription } from '@/server/connectors/types';
import type { StoredTemplate } from '@/server/sync/stored-template';

/**
 * What was looked at, in a word: the thing as its source describes it, and what was made of it here, with its
 * commands. It is another one after any change of either.
 */
export function revisionOf(stored: StoredTemplate, described: TemplateDescription | null): string {
  const commands = stored.commands.map(({ commandId, version }) => [commandId, version]);
  const looked = [stored.templateId, stored.version, stored.isDeleted, commands, described];
  return createHash('sha256').update(JSON.stringify(looked)).digest('base64url');
}
