import * as connection from '@/lib/contract/command/connection';
import { changeConnection, listConnectionChoices } from '@/server/configure/change-connection';
import { route } from '@/server/http/route';

export const GET = route(connection.listConnectionChoices, listConnectionChoices);
export const PATCH = route(connection.changeConnection, changeConnection);
