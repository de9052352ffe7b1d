import * as deletedResults from '@/lib/contract/running/deleted-results';
import { deleteResults } from '@/server/history/delete-results';
import { route } from '@/server/http/route';

export const POST = route(deletedResults.deleteResults, deleteResults);
