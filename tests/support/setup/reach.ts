/** Whether tests go to their end, as in `npm run test:long`; `npm test` goes a tenth of the way. */
const isLong = process.env.TESTS_LONG === '1';

/** How often something is repeated that `npm run test:long` repeats `count` times. */
export const repeats = (count: number): number => (isLong ? count : Math.max(1, Math.ceil(count / 10)));
