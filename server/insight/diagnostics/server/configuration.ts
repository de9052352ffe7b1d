import { z } from 'zod';
import { counted } from '@/lib/base/text/counted';
import { env, givenVariable } from '@/server/base/env';
import { lentAdvice } from '@/server/base/env-issuers';
import { variableGroups } from '@/server/base/env-variables';
import { deservesALook, isWell, type ServerChecker } from './server-finding';

/**
 * Every variable. Numbers, switches, and choices are shown; of everything else, only whether it is set: it may be a
 * secret, or name a host, a folder, or a person.
 */
export const checkConfiguration: ServerChecker = async () => {
  const tables = variableGroups.map(({ heading, variables }) => ({
    title: heading,
    columns: ['Variable', 'Value', 'Set'],
    rows: Object.entries(variables).map(([name, schema]) => {
      const given = givenVariable(name);
      return [name, shownValue(schema, given), given === undefined ? 'default' : 'yes'];
    }),
  }));
  const count = tables.flatMap(({ rows }) => rows).filter(([, , set]) => set === 'yes').length;
  const advice = adviceOf();
  if (advice !== null) return deservesALook(advice, { tables });
  return isWell(`${counted(count, 'variable')} set.`, { tables });
};

function shownValue(schema: z.ZodType, given: string | undefined): string {
  const { data } = schema.safeParse(given);
  if (typeof data === 'number' || typeof data === 'boolean') return String(data);
  if (isChoice(schema) && typeof data === 'string') return data;
  return given === undefined ? '–' : 'set';
}

/** Whether a variable is one of a few words. */
function isChoice(schema: z.ZodType): boolean {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodOptional)
    return isChoice(schema.unwrap() as z.ZodType);
  return schema instanceof z.ZodEnum;
}

/** What is set up so that it works, but shouldn't stay so; null if nothing is. */
function adviceOf(): string | null {
  const { authMode, demoAllowRemote, appUrl, nodeEnv, lentTo } = env();
  if (authMode === 'demo' && demoAllowRemote) {
    return 'Anyone who reaches this demo mode may sign in as anyone: DEMO_ALLOW_REMOTE is set.';
  }
  if (authMode !== 'demo' && nodeEnv === 'production' && appUrl.startsWith('http://')) {
    return 'People use this Pushboard without TLS: APP_URL begins with http://.';
  }
  if (lentTo.length > 0) return lentAdvice(lentTo);
  return null;
}
