import * as errors from '@/lib/contract/insight/errors';
import { route } from '@/server/http/route';
import { listErrors } from '@/server/insight/errors/list-errors';

export const GET = route(errors.listErrors, listErrors);
