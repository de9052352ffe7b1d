import { listDropdownOptions as operation } from '@/lib/contract/command/dropdown-options';
import { listDropdownOptions } from '@/server/dropdowns/load-options';
import { route } from '@/server/http/route';

export const GET = route(operation, listDropdownOptions);
