import * as dropdowns from '@/lib/contract/command/dropdowns';
import { deleteDropdown } from '@/server/commands/dropdowns/delete-dropdown';
import { updateDropdown } from '@/server/commands/dropdowns/write-dropdown';
import { route } from '@/server/http/route';

export const PATCH = route(dropdowns.updateDropdown, updateDropdown);
export const DELETE = route(dropdowns.deleteDropdown, deleteDropdown);
