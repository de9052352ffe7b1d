import * as configure from '@/lib/contract/configure';
import { updateTemplate } from '@/server/configure/update-template';
import { route } from '@/server/http/route';

export const PATCH = route(configure.updateTemplate, updateTemplate);
