import * as attention from '@/lib/contract/dependents/attention';
import { listNeedsAttention } from '@/server/dependents/attention/list-attention';
import { route } from '@/server/http/route';

export const GET = route(attention.listNeedsAttention, listNeedsAttention);
