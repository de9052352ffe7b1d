import { AppError } from '@/server/base/errors';
import type { Discovered, TemplateDescription } from '@/server/connectors/things';
import { openSource } from '@/server/sources/sync/open-source';

const bareName = ({ cloudName }: Pick<Discovered, 'cloudName'>): string => cloudName.replace(/\(.*$/s, '');

/** Those with the same name and arguments, or else those with the same name. */
function namesakes(cloudName: string, found: readonly Discovered[]): readonly Discovered[] {
  const same = found.filter((each) => each.cloudName === cloudName);
  return same.length > 0 ? same : found.filter((each) => bareName(each) === bareName({ cloudName }));
}

/**
 * Finds what a template runs at another connection, by name, and describes it. Throws 409 unless there is exactly one
 * that can be run.
 */
export async function findByName(
  orgId: string,
  credentialId: number,
  cloudName: string,
): Promise<TemplateDescription> {
  const source = await openSource(orgId, credentialId);
  return source.use(async ({ connector, connection, context }) => {
    const found = namesakes(cloudName, await connector.discover(connection, context));
    const [only] = found;
    if (only === undefined) {
      throw new AppError(
        'conflict',
        `There is no ${bareName({ cloudName })} at this connection. Choose another one, or create it there first.`,
      );
    }
    if (found.length > 1) {
      throw new AppError(
        'conflict',
        `There are ${found.length} with the name ${bareName({ cloudName })} at this connection, and none has the same arguments.`,
      );
    }
    if (only.unavailableReason !== null) throw new AppError('conflict', only.unavailableReason);
    return connector.describe(connection, context, only.cloudId);
  });
}
