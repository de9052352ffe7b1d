import * as configure from '@/lib/contract/command/configure';
import { updateTemplate } from '@/server/commands/template/change-template-settings';
import { route } from '@/server/http/route';

export const PATCH = route(configure.updateTemplate, updateTemplate);
