import type { Series } from './chart-data';
import styles from './legend.module.css';
import tones from './tones.module.css';

/** What the colors and patterns of a chart mean. */
export function Legend({ series }: { series: readonly Series[] }) {
  return (
    <ul className={styles.legend} aria-hidden>
      {series.map((each) => (
        <li key={each.key}>
          <Swatch series={each} />
          {each.name}
        </li>
      ))}
    </ul>
  );
}

/** One of the values of a place, with its color. */
export function ToldPart({ series, value }: { series: Series; value: string }) {
  return (
    <span className={styles.told}>
      <Swatch series={series} />
      {series.name}
      <em>{value}</em>
    </span>
  );
}

const Swatch = ({ series: { tone, isDashed } }: { series: Series }) => (
  <i className={`${styles.swatch} ${tones.tone}`} data-tone={tone} data-dashed={isDashed} />
);
