import * as sending from '@/lib/contract/runs/send-results';
import { route } from '@/server/http/route';
import { sendResults } from '@/server/sharing/send-results';

export const POST = route(sending.sendResults, sendResults);
