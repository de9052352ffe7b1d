import * as paths from '@/lib/contract/runs/run-paths';
import { route } from '@/server/http/route';
import { runAndReturnUrl } from '@/server/runs/start/run-and-return-url';

export const POST = route(paths.runAndReturnUrl, runAndReturnUrl);
