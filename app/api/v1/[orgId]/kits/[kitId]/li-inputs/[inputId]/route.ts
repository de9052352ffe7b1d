import * as configure from '@/lib/contract/configure';
import { updateInput } from '@/server/configure/update-input';
import { route } from '@/server/http/route';

export const PATCH = route(configure.updateInput, updateInput);
