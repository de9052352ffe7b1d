import * as viewSql from '@/lib/contract/command/view-sql';
import { route } from '@/server/http/route';
import { readSql } from '@/server/outputs/read-sql';

export const GET = route(viewSql.readSql, readSql);
