import { Menu } from '@mantine/core';
import styles from './controls.module.css';

interface EarlierTextsProps {
  texts: readonly string[];
  onChoose: (text: string) => void;
}

/** The texts that were entered in a field before, as a menu: the beginning of each. */
export default function EarlierTexts({ texts, onChoose }: EarlierTextsProps) {
  return texts.map((text) => (
    <Menu.Item key={text} onClick={() => onChoose(text)}>
      <span className={styles.earlier}>{text}</span>
    </Menu.Item>
  ));
}
