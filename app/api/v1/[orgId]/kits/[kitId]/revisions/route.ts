import * as revisions from '@/lib/contract/revisions';
import { route } from '@/server/http/route';
import { listRevisions } from '@/server/revisions/list-revisions';

export const GET = route(revisions.listRevisions, listRevisions);
