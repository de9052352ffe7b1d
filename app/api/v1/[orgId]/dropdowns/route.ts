import * as dropdowns from '@/lib/contract/command/dropdowns';
import { listDropdowns } from '@/server/dropdowns/list-dropdowns';
import { createDropdown } from '@/server/dropdowns/write-dropdown';
import { route } from '@/server/http/route';

export const GET = route(dropdowns.listDropdowns, listDropdowns);
export const POST = route(dropdowns.createDropdown, createDropdown);
