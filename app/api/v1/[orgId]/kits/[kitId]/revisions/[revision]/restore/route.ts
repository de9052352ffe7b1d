import * as revisions from '@/lib/contract/revisions';
import { route } from '@/server/http/route';
import { restoreRevision } from '@/server/revisions/restore-revision';

export const POST = route(revisions.restoreRevision, restoreRevision);
