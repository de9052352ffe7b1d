import { cellText } from '@/lib/results/table/result-table';
import { MonoBlock } from './mono-block';
import type { PayloadProps } from './payload';

/** Plain text. */
export function TextResult({ payload }: PayloadProps) {
  return <MonoBlock label="Result" text={cellText(payload)} />;
}
