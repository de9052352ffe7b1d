import * as revisions from '@/lib/contract/revisions';
import { route } from '@/server/http/route';
import { compareRevisions } from '@/server/revisions/read-revision';

export const GET = route(revisions.compareRevisions, compareRevisions);
