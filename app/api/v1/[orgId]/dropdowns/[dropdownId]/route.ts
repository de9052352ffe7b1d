import * as dropdowns from '@/lib/contract/command/dropdowns';
import { updateDropdown } from '@/server/dropdowns/write-dropdown';
import { route } from '@/server/http/route';

export const PATCH = route(dropdowns.updateDropdown, updateDropdown);
