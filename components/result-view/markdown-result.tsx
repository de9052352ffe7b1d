import Markdown from '@/components/ui/text/markdown';
import { cellText } from '@/lib/results/table/result-table';
import type { PayloadProps } from './payload';
import styles from './result.module.css';

/** A source's Markdown, as inert HTML. */
export default function MarkdownResult({ payload }: PayloadProps) {
  return (
    <div className={styles.prose}>
      <Markdown>{cellText(payload)}</Markdown>
    </div>
  );
}
