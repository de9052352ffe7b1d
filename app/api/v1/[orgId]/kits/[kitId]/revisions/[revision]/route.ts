import * as revisions from '@/lib/contract/revisions';
import { route } from '@/server/http/route';
import { readRevision } from '@/server/revisions/read-revision';

export const GET = route(revisions.readRevision, readRevision);
