import { PlainPage } from '@/components/ui/layout/plain-page';
import styles from '@/components/ui/layout/plain-page.module.css';
import { paths } from '@/lib/base/paths';

/** Its script would come along with every page, so it is made of plain elements. */
export default function NotFound() {
  return (
    <PlainPage title="This page doesn't exist">
      <p>The address may be mistyped, or what it led to was deleted.</p>
      <a href={paths.landing} className={styles.button}>
        Back to Home
      </a>
    </PlainPage>
  );
}
