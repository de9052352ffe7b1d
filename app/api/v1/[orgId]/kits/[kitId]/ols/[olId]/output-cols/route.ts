import * as outputs from '@/lib/contract/command/outputs';
import { listOutputColumns } from '@/server/commands/outputs/list-outputs';
import { route } from '@/server/http/route';

export const GET = route(outputs.listOutputColumns, listOutputColumns);
