import { type Input, personVariables } from '@/lib/inputs/input';

/** Where an input gets a value that the person can't choose, in words next to it. */
export function fixedValueWords({ variable }: Pick<Input, 'variable'>): string {
  if (variable === null) return 'Set by the command';
  return personVariables.some((own) => own === variable)
    ? 'Taken from your profile'
    : `Set when you signed in, by a startup command (variable “${variable}”)`;
}
