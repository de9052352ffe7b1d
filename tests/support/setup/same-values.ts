import fc from 'fast-check';

// The same values in every run: what fails once fails again. FUZZ_SEED looks for others.
fc.configureGlobal({ seed: Number(process.env.FUZZ_SEED ?? 1) });
