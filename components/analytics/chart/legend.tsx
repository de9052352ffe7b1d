import type { Series, Tone } from './chart-data';
import styles from './legend.module.css';
import tones from './tones.module.css';

/** What the colors and patterns of a chart mean. */
export function Legend({ series }: { series: readonly Series[] }) {
  return (
    <ul className={styles.legend} aria-hidden>
      {series.map(({ key, name, tone }) => (
        <li key={key}>
          <Swatch tone={tone} />
          {name}
        </li>
      ))}
    </ul>
  );
}

/** One of the values of a place, with its color. */
export function ToldPart({ series: { name, tone }, value }: { series: Series; value: string }) {
  return (
    <span className={styles.told}>
      <Swatch tone={tone} />
      {name}
      <em>{value}</em>
    </span>
  );
}

const Swatch = ({ tone }: { tone: Tone }) => (
  <i className={`${styles.swatch} ${tones.tone}`} data-tone={tone} />
);
