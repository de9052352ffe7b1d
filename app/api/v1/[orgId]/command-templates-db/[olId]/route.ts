import * as connection from '@/lib/contract/command/connection';
import { updateDatabaseTemplate } from '@/server/configure/change-connection';
import { route } from '@/server/http/route';

export const PATCH = route(connection.updateDatabaseTemplate, updateDatabaseTemplate);
