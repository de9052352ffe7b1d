import { benchRunOverhead } from './run-overhead';

// Figures to read, not a test: they depend on the machine, so what counts is the ratio to the direct call.
await benchRunOverhead();
