import * as viewSql from '@/lib/contract/command/view-sql';
import { readSql } from '@/server/commands/outputs/read-sql';
import { route } from '@/server/http/route';

export const GET = route(viewSql.readSql, readSql);
