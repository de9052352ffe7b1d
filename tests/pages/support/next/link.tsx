import type { AnchorHTMLAttributes, MouseEvent, Ref } from 'react';
import { requestPage } from './page-requests';

interface LinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  href: string;
  prefetch?: boolean | null | 'auto';
  replace?: boolean;
  scroll?: boolean;
  shallow?: boolean;
  onNavigate?: (event: { preventDefault(): void }) => void;
  ref?: Ref<HTMLAnchorElement>;
}

/** Pages load at once here. */
export const useLinkStatus = () => ({ pending: false });

/** Stands in for `next/link`: goes to another page without loading the browser's window again. */
export default function Link({
  href,
  prefetch: _prefetch,
  replace = false,
  scroll: _scroll,
  shallow: _shallow,
  onNavigate,
  onClick,
  ...props
}: LinkProps) {
  const go = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || props.download !== undefined) return;
    event.preventDefault();
    let isKept = false;
    onNavigate?.({
      preventDefault() {
        isKept = true;
      },
    });
    if (isKept) return;
    requestPage(href, replace ? 'replaceState' : 'pushState');
  };
  return <a {...props} href={href} onClick={go} />;
}
