import * as outputs from '@/lib/contract/command/outputs';
import { route } from '@/server/http/route';
import { listOutputColumns } from '@/server/outputs/list-outputs';

export const GET = route(outputs.listOutputColumns, listOutputColumns);
