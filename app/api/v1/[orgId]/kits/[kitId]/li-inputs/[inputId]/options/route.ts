import { listDropdownOptions as operation } from '@/lib/contract/command/dropdown-options';
import { route } from '@/server/http/route';
import { listDropdownOptions } from '@/server/runs/options/list-options';

export const GET = route(operation, listDropdownOptions);
