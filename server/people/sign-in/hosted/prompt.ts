import { z } from 'zod';
import type { Issuer } from '@/server/base/env-issuers';

const DISCOVERY_MS = 3_000;

export type SignInPurpose = 'signIn' | 'signUp' | 'someoneElse' | 'link';

/**
 * What to ask of the provider besides a sign-in. Registering is `prompt=create` where the provider announces it, and
 * `screen_hint=signup` everywhere else, which providers that don't know it ignore.
 */
export async function extraParameters(
  issuer: Issuer,
  purpose: SignInPurpose,
): Promise<Record<string, string>> {
  if (purpose === 'someoneElse') return { prompt: 'login' };
  if (purpose !== 'signUp') return {};
  return (await offersRegistration(issuer)) ? { prompt: 'create' } : { screen_hint: 'signup' };
}

const discovery = z.object({ prompt_values_supported: z.array(z.string()).default([]) });

async function offersRegistration({ url }: Issuer): Promise<boolean> {
  try {
    const response = await fetch(`${url}/.well-known/openid-configuration`, {
      signal: AbortSignal.timeout(DISCOVERY_MS),
      redirect: 'error',
    });
    return discovery.parse(await response.json()).prompt_values_supported.includes('create');
  } catch {
    // The exchange asks the same address next, and reports what is wrong with it.
    return false;
  }
}
