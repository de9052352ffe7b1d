import * as revisions from '@/lib/contract/command/revisions';
import { compareRevisions } from '@/server/commands/revisions/read-revision';
import { route } from '@/server/http/route';

export const GET = route(revisions.compareRevisions, compareRevisions);
