import * as paths from '@/lib/contract/runs/run-paths';
import { route } from '@/server/http/route';
import { readLogUrl } from '@/server/runs/read/read-log-url';

export const GET = route(paths.readLogUrl, readLogUrl);
