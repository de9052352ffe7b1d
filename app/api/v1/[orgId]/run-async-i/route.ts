import * as runs from '@/lib/contract/runs/runs';
import { route } from '@/server/http/route';
import { createRun } from '@/server/runs/start/create-run';

export const POST = route(runs.createRun, createRun);
