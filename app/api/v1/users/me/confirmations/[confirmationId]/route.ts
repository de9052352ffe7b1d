import * as confirmations from '@/lib/contract/runs/confirmations';
import { route } from '@/server/http/route';
import { answerConfirmation } from '@/server/runs/confirmations/answer-confirmation';
import { readConfirmation } from '@/server/runs/confirmations/read-confirmation';

export const GET = route(confirmations.readConfirmation, readConfirmation);
export const POST = route(confirmations.answerConfirmation, answerConfirmation);
