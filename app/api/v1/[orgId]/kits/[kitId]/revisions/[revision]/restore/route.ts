import * as revisions from '@/lib/contract/command/revisions';
import { restoreRevision } from '@/server/commands/command/restore-revision';
import { route } from '@/server/http/route';

export const POST = route(revisions.restoreRevision, restoreRevision);
