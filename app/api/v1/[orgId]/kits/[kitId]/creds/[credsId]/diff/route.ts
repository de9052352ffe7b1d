import * as connection from '@/lib/contract/command/connection';
import { route } from '@/server/http/route';
import { compareConnection } from '@/server/sources/connections/change-connection';

export const GET = route(connection.compareConnection, compareConnection);
