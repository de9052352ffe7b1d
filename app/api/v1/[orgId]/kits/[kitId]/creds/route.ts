import * as connection from '@/lib/contract/command/connection';
import { route } from '@/server/http/route';
import { changeConnection, listConnectionChoices } from '@/server/sources/connections/change-connection';

export const GET = route(connection.listConnectionChoices, listConnectionChoices);
export const PATCH = route(connection.changeConnection, changeConnection);
