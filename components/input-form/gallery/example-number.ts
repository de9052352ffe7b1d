import type { Constraints } from '@/lib/inputs/input';

/**
 * A number that shows what an input takes, within its bounds: `e.g. 42`, or `e.g. 42.50` where there are decimals.
 */
export function exampleNumber({ step, minimum, maximum }: Constraints): string {
  const decimals = step === undefined ? 0 : (/\.(\d+)$/.exec(String(step))?.[1]?.length ?? 0);
  const usual = decimals === 0 ? '42' : `42.${'50'.padEnd(decimals, '0').slice(0, decimals)}`;
  const isAbove = minimum !== undefined && Number(usual) < Number(minimum);
  const isBelow = maximum !== undefined && Number(usual) > Number(maximum);
  if (isAbove) return `e.g. ${minimum}`;
  return isBelow ? `e.g. ${maximum}` : `e.g. ${usual}`;
}
