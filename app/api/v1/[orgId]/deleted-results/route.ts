import * as deletedResults from '@/lib/contract/results/deleted-results';
import { route } from '@/server/http/route';
import { deleteResults } from '@/server/runs/history/delete-results';

export const POST = route(deletedResults.deleteResults, deleteResults);
