import { Image } from '@mantine/core';
import { z } from 'zod';
import { formatBytes } from '@/lib/runs/format-bytes';
import type { PayloadProps } from './payload';
import styles from './result.module.css';

const fileContent = z.object({
  name: z.string(),
  contentType: z.string(),
  sizeBytes: z.number(),
  base64: z.string(),
});

/** A file that a source returned: an image is displayed, anything else is shown by name, type, and size. */
export default function FileResult({ payload }: PayloadProps) {
  const { data: file } = fileContent.safeParse(payload);
  if (file === undefined) return null;
  // Inside an img element, not even an SVG can run scripts.
  const isShown = file.contentType.startsWith('image/') && file.base64 !== '';
  return (
    <figure className={styles.file}>
      {isShown && <Image src={`data:${file.contentType};base64,${file.base64}`} alt={file.name} />}
      <figcaption>
        <b dir="auto">{file.name}</b> · {file.contentType} · {formatBytes(file.sizeBytes)}
        {!isShown && ' · download it to open it'}
      </figcaption>
    </figure>
  );
}
