/** `The next sync would break 2 things.` */
export const breaksInWords = (count: number): string =>
  `The next sync would break ${count === 1 ? '1 thing' : `${count.toLocaleString('en-US')} things`}.`;
