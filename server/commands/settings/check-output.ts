import { outputRules } from '@/lib/outputs/output-schema';
import type { OwnSettingValues } from '@/lib/settings/command-settings';
import { AppError } from '@/server/base/errors';

type Sent = Partial<Record<keyof OwnSettingValues, unknown>>;

/** The output settings of a request with their texts trimmed. Throws 400 with every issue. */
export function checkedOutput<Body extends Sent>(body: Body): Body {
  const read = outputRules.safeParse(body);
  if (read.success) return { ...body, ...read.data };
  const issues = read.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
  const [first] = issues;
  throw new AppError('invalid', `The request is not valid: ${first?.path} – ${first?.message}`, { issues });
}
