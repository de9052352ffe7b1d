import * as worth from '@/lib/contract/insight/worth';
import { route } from '@/server/http/route';
import { listSavings } from '@/server/insight/figures/savings';

export const GET = route(worth.listSavings, listSavings);
