import { findDropdownOptions as operation } from '@/lib/contract/command/dropdown-options';
import { route } from '@/server/http/route';
import { findDropdownOptions } from '@/server/runs/options/find-options';

export const POST = route(operation, findDropdownOptions);
