/** The brand mark: a round push button seen from above. Decorative, because the product's name is next to it. */
export function BrandMark({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <circle cx="16" cy="17" r="14" fill="#c9c3bb" />
      <circle cx="16" cy="16" r="14" fill="#dad5ce" />
      <circle cx="16" cy="16" r="11.5" fill="#1b3db8" />
      <circle cx="16" cy="15" r="11" fill="#2148d6" />
      <circle cx="16" cy="14.6" r="7.6" fill="#4d74fb" />
    </svg>
  );
}
