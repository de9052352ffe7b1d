import type { TemplateDescription } from '../things';
import { ConnectorError } from './connector-error';

/**
 * The name of a routine in its id; null if the id belongs to another credential, or contains something that no name can.
 *
 * @param prefix what the ids of the credential begin with
 */
export function nameIn(cloudId: string, prefix: string): string | null {
  if (!cloudId.startsWith(prefix) || /\0|\p{Surrogate}/u.test(cloudId)) return null;
  return cloudId.slice(prefix.length);
}

/** The description of one routine among those that were found. Throws `not_found` without it. */
export function descriptionOf(
  found: ReadonlyMap<string, TemplateDescription>,
  cloudId: string,
  prefix: string,
): TemplateDescription {
  const description = found.get(cloudId);
  if (description !== undefined) return description;
  const name = nameIn(cloudId, prefix) ?? cloudId;
  const message = `"${name}" is no longer in the database, or was renamed. Look for additions, or ask the database's owner.`;
  throw new ConnectorError('not_found', message);
}
