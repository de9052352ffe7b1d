import statement, { type Sql as Statement } from 'sql-template-tag';
import type { Actor } from '@/lib/access/vocabulary';
import { accessibleCommands } from '@/server/access/scope';
import { viewerOf } from '@/server/access/viewer';

/**
 * Whether the figure `f` is of a command whose runs History doesn't list for a person: a deleted one, or a private one of
 * another person. There are few of them, and the figures of commands have an index by command.
 */
export const isUnlisted = (actor: Actor, orgId: string): Statement => statement`
  f.command_id = any(array(
    select command_id from command where org_id = ${orgId}
    except (${accessibleCommands(viewerOf(actor), statement`${orgId}`)})))`;
