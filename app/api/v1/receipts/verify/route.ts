import * as receipts from '@/lib/contract/runs/receipts';
import { route } from '@/server/http/route';
import { verifyReceipt } from '@/server/runs/receipts/receipts';

export const POST = route(receipts.verifyReceipt, verifyReceipt);
