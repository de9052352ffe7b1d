import * as revisions from '@/lib/contract/command/revisions';
import { listRevisions } from '@/server/commands/revisions/list-revisions';
import { route } from '@/server/http/route';

export const GET = route(revisions.listRevisions, listRevisions);
