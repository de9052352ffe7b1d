import { formatBytes } from '@/lib/runs/format-bytes';
import { env } from '@/server/base/env';
import { AppError } from '@/server/base/errors';
import { log } from '@/server/base/log';
import { safeFileName } from '@/server/http/responses/file-response';
import type { MailContent } from '@/server/messages/content';
import { unsafeRowsFile } from '@/server/results/combined/rows-file';
import { unsafeResultFile } from '@/server/results/downloads/result-as-file';

/** A file of a message. */
export interface Attachment {
  filename: string;
  contentType: string;
  content: Buffer;
}

/** A message as it leaves: with what is attached, and words about it. */
export interface Prepared {
  content: MailContent;
  attachments: Attachment[];
  /** Whether a file stays behind because it is too large, so that its sender is told. */
  leavesFile: boolean;
}

const TOO_LARGE = 'The result is too large to attach.';
const GONE = 'The result was deleted before this message was sent, so nothing is attached.';

/**
 * Makes the file that a message announces. A file beyond the limit for messages is left out: the link in the message
 * leads to the result, for those who have it and sign in.
 */
export async function withAttachment(content: MailContent): Promise<Prepared> {
  const { attachment } = content;
  if (attachment === undefined) return { content, attachments: [], leavesFile: false };
  try {
    const { orgId, runId, format, isOfRows } = attachment;
    const file =
      isOfRows === true
        ? await unsafeRowsFile(orgId, runId, format === 'xlsx' ? 'xlsx' : 'csv')
        : await unsafeResultFile(orgId, runId, format);
    const bytes = await upTo(file.chunks, env().mailAttachmentBytes);
    if (bytes === null) return withoutFile(content);
    const filename = safeFileName(file.fileName);
    const attached = { filename, contentType: file.contentType, content: bytes };
    return {
      content: saying(content, `The result is attached as ${filename} (${formatBytes(bytes.length)}).`),
      attachments: [attached],
      leavesFile: false,
    };
  } catch (thrown) {
    if (!(thrown instanceof AppError) || thrown.code !== 'conflict') throw thrown;
    log().warn({ err: thrown, run: attachment.runId }, 'A result could not be attached to a message');
    return { content: saying(content, GONE), attachments: [], leavesFile: false };
  }
}

/** The message without a file that is too large, also for a server that refused it. */
export function withoutFile(content: MailContent): Prepared {
  const rest = content.link === null ? ' Ask the sender for it.' : ' Open it on Pushboard.';
  return { content: saying(content, TOO_LARGE + rest), attachments: [], leavesFile: true };
}

/** The message with one more sentence. */
export const saying = (content: MailContent, sentence: string): MailContent => ({
  ...content,
  paragraphs: [...content.paragraphs, sentence],
});

/** All bytes of a file; null if there are more than `most`, of which no more are then made. */
async function upTo(chunks: AsyncIterable<string | Uint8Array>, most: number): Promise<Buffer | null> {
  const parts: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of chunks) {
    const part = Buffer.from(chunk as Uint8Array);
    sizeBytes += part.length;
    if (sizeBytes > most) return null;
    parts.push(part);
  }
  return Buffer.concat(parts);
}
