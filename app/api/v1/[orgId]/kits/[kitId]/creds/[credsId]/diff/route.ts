import * as connection from '@/lib/contract/command/connection';
import { compareConnection } from '@/server/configure/change-connection';
import { route } from '@/server/http/route';

export const GET = route(connection.compareConnection, compareConnection);
