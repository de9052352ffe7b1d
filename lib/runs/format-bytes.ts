const units = ['bytes', 'kB', 'MB', 'GB'] as const;

/** A size for people: `812 bytes`, `1.4 MB`. */
export function formatBytes(sizeBytes: number): string {
  const step = Math.min(units.length - 1, sizeBytes < 1000 ? 0 : Math.floor(Math.log10(sizeBytes) / 3));
  const value = sizeBytes / 1000 ** step;
  return `${step === 0 ? value : value.toFixed(1)} ${units[step]}`;
}
