/** One event of a stream. */
export interface StreamedEvent {
  event: string;
  id: string;
  data: { run_id: number; status?: string; offset?: number; logging_message?: string };
}

/** Reads an event stream to its end. `onFirst` runs before anything after the first event is read. */
export async function readEvents(
  response: Response,
  onFirst: () => Promise<void> = async () => {},
): Promise<StreamedEvent[]> {
  let text = '';
  const decoder = new TextDecoder();
  const hasEvent = () => text.includes('\ndata: ') || text.startsWith('data: ');
  for await (const chunk of response.body ?? []) {
    const isFirst = !hasEvent();
    text += decoder.decode(chunk, { stream: true });
    if (isFirst && hasEvent()) await onFirst();
  }
  return text.split('\n\n').flatMap((block) => {
    const event = /^event: (.*)$/m.exec(block)?.[1];
    const id = /^id: (.*)$/m.exec(block)?.[1] ?? '';
    const data = /^data: (.*)$/m.exec(block)?.[1];
    return event === undefined || data === undefined ? [] : [{ event, id, data: JSON.parse(data) }];
  });
}
