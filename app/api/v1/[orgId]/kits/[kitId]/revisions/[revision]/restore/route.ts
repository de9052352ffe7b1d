import * as revisions from '@/lib/contract/revisions';
import { restoreRevision } from '@/server/configure/restore-revision';
import { route } from '@/server/http/route';

export const POST = route(revisions.restoreRevision, restoreRevision);
