import * as runs from '@/lib/contract/runs/runs';
import { route } from '@/server/http/route';
import { readRun } from '@/server/runs/read/read-run';

export const GET = route(runs.readRun, readRun);
