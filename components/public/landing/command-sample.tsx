import { IconDatabase, IconPlayerPlay } from '@tabler/icons-react';
import { StatusPill } from '@/components/ui/feedback/status-pill';
import { Chip } from '@/components/ui/text/chip';
import styles from './command-sample.module.css';

const fields = [
  ['Customer', 'Lena'],
  ['Since', '2026-05-01'],
] as const;

const rows = [
  ['10248', 'Lena Berg', '168.00', 'paid'],
  ['10311', 'Lena Novak', '98.40', 'shipped'],
  ['10367', 'Lena Berg', '1696.00', 'refunded'],
] as const;

/** A picture of a command as visitors will see it later: its form, its button, and a result. Not interactive. */
export function CommandSample() {
  return (
    <div
      className={styles.sample}
      role="img"
      aria-label="A command: a form with two inputs, a Run button, and a table of three orders"
    >
      <div className={styles.head}>
        <b>Find orders</b>
        <Chip icon={<IconDatabase size={14} stroke={1.75} aria-hidden />}>shop.find_orders</Chip>
      </div>
      <div className={styles.fields}>
        {fields.map(([label, value]) => (
          <div key={label}>
            <div className={styles.label}>{label}</div>
            <div className={styles.control}>{value}</div>
          </div>
        ))}
      </div>
      <div className={styles.run}>
        <IconPlayerPlay size={16} stroke={1.75} aria-hidden />
        Run
      </div>
      <div className={styles.result}>
        <StatusPill tone="good" word="Success" />
        <span>3 rows · 38 ms</span>
      </div>
      {rows.map((cells) => (
        <div key={cells[0]} className={styles.row}>
          {cells.map((cell) => (
            <span key={cell}>{cell}</span>
          ))}
        </div>
      ))}
    </div>
  );
}
