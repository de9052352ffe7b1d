import * as errors from '@/lib/contract/insight/errors';
import { route } from '@/server/http/route';
import { readError } from '@/server/insight/errors/read-error';
import { updateError } from '@/server/insight/errors/update-error';

export const GET = route(errors.readError, readError);
export const PATCH = route(errors.updateError, updateError);
