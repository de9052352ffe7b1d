import type { FoundEntry, FoundInput } from '../../result/found';
import type { Draft } from '../values/draft';

export type Found = FoundInput<Draft>;
export type FoundCommand = FoundEntry<Draft>;

export const programOf = (inputs: Found[], description: string | null): FoundCommand => ({
  name: null,
  description,
  entry: { kind: 'program', words: [], endsOptions: false },
  inputs,
});
