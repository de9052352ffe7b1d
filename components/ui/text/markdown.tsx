import ReactMarkdown from 'react-markdown';
import rehypeSanitize from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';
import styles from './markdown.module.css';

/** Markdown of people and sources, as inert HTML: no scripts, styles, forms or raw HTML get through. */
export default function Markdown({ children }: { children: string }) {
  return (
    <div className={styles.markdown}>
      <ReactMarkdown
        remarkPlugins={[remarkGfm]}
        rehypePlugins={[rehypeSanitize]}
        components={{
          a: ({ href, children: text }) => (
            <a href={href} target="_blank" rel="noopener noreferrer nofollow">
              {text}
            </a>
          ),
          // Pictures from elsewhere tell their host who reads this, so they are links.
          img: ({ src, alt }) =>
            typeof src === 'string' ? (
              <a href={src} target="_blank" rel="noopener noreferrer nofollow">
                {alt || src}
              </a>
            ) : null,
          // Wide tables scroll by themselves, and can be scrolled with the keyboard.
          table: ({ children: rows }) => (
            <section className={styles.tableFrame} aria-label="Table" tabIndex={0}>
              <table>{rows}</table>
            </section>
          ),
        }}
      >
        {children}
      </ReactMarkdown>
    </div>
  );
}
