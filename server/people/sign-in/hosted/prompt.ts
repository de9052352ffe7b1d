import type { DiscoveredIssuer } from '@/server/people/sign-in/hosted/discover';

export type SignInPurpose = 'signIn' | 'signUp' | 'someoneElse' | 'link';

/**
 * What to ask of the provider besides a sign-in. Registering is `prompt=create` where the provider announces it, and
 * `screen_hint=signup` everywhere else, which providers that don't know it ignore.
 */
export function extraParameters(
  { endpoints }: DiscoveredIssuer,
  purpose: SignInPurpose,
): Record<string, string> {
  if (purpose === 'someoneElse') return { prompt: 'login' };
  if (purpose !== 'signUp') return {};
  return endpoints.prompt_values_supported.includes('create')
    ? { prompt: 'create' }
    : { screen_hint: 'signup' };
}
