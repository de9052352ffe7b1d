import * as connection from '@/lib/contract/command/connection';
import { route } from '@/server/http/route';
import { updateDatabaseTemplate } from '@/server/sources/connections/change-connection';

export const PATCH = route(connection.updateDatabaseTemplate, updateDatabaseTemplate);
