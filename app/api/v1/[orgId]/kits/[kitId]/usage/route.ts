import * as usage from '@/lib/contract/runs/usage';
import { route } from '@/server/http/route';
import { readUsage } from '@/server/runs/history/read-usage';

export const GET = route(usage.readUsage, readUsage);
