import ReactMarkdown from 'react-markdown';
import rehypeSanitize from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';
import styles from './markdown.module.css';

/** Markdown from people and sources, as inert HTML: no scripts, styles, forms, or raw HTML. */
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
          // Images from elsewhere would tell their host who reads this, so they become links.
          img: ({ src, alt }) =>
            typeof src === 'string' ? (
              <a href={src} target="_blank" rel="noopener noreferrer nofollow">
                {alt || src}
              </a>
            ) : null,
          // Long lines and wide tables scroll on their own, also with the keyboard.
          pre: ({ children: code }) => <pre tabIndex={0}>{code}</pre>,
          table: ({ children: rows }) => (
            <section className={styles.tableFrame} data-fades aria-label="Table" tabIndex={0}>
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
