import type { FoundEntry, FoundInput } from '../../result/found';
import type { Draft } from '../values/draft';

export type Found = FoundInput<Draft>;
export type FoundCommand = FoundEntry<Draft>;
