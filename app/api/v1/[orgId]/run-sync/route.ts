import * as runs from '@/lib/contract/runs/runs';
import { route } from '@/server/http/route';
import { runAndWait } from '@/server/runs/start/run-and-wait';

export const POST = route(runs.runAndWait, runAndWait);
