import * as dropdowns from '@/lib/contract/command/dropdowns';
import { listDropdowns } from '@/server/commands/dropdowns/list-dropdowns';
import { createDropdown } from '@/server/commands/dropdowns/write-dropdown';
import { route } from '@/server/http/route';

export const GET = route(dropdowns.listDropdowns, listDropdowns);
export const POST = route(dropdowns.createDropdown, createDropdown);
