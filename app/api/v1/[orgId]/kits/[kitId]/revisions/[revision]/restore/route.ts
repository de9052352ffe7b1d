import * as revisions from '@/lib/contract/revisions';
import { route } from '@/server/http/route';
import { restoreRevision } from '@/server/configure/restore-revision';

export const POST = route(revisions.restoreRevision, restoreRevision);
