import * as runs from '@/lib/contract/runs/runs';
import { route } from '@/server/http/route';
import { readRunGroup } from '@/server/runs/read/read-run-group';

export const GET = route(runs.readRunGroup, readRunGroup);
