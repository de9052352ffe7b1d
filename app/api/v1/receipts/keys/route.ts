import * as receipts from '@/lib/contract/runs/receipts';
import { route } from '@/server/http/route';
import { listReceiptKeys } from '@/server/runs/receipts/receipts';

export const GET = route(receipts.listReceiptKeys, listReceiptKeys);
