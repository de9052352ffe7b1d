import { Problem } from './answers';
import type { Call } from './calls';
import { ticketOf } from './tickets';

const mostBytes = 20_000_000;

export async function attachFile({ request, desk, store, owner, params }: Call): Promise<Response> {
  const ticket = ticketOf(desk, params.number);
  const form = await request.formData().catch(() => {
    throw new Problem(400, 'No form', 'The body must be multipart/form-data with a part named "file".');
  });
  const file = form.get('file');
  if (!(file instanceof File)) throw new Problem(422, 'No file', 'file: Must be a file.');
  const used = desk.tickets
    .flatMap(({ attachments }) => attachments)
    .reduce((sum, each) => sum + each.size_bytes, 0);
  if (used + file.size > mostBytes) {
    const detail = `All attachments together may have ${mostBytes / 1_000_000} MB. Delete tickets first.`;
    throw new Problem(413, 'No room', detail);
  }
  const attachment = {
    id: desk.nextAttachment,
    name: file.name.slice(0, 200),
    content_type: file.type || 'application/octet-stream',
    size_bytes: file.size,
  };
  desk.nextAttachment += 1;
  await store.writeAttachment(owner, attachment.id, new Uint8Array(await file.arrayBuffer()));
  ticket.attachments.push(attachment);
  await store.save(owner);
  return Response.json(attachment, { status: 201 });
}

export async function showAttachment({ desk, store, owner, params }: Call): Promise<Response> {
  const all = desk.tickets.flatMap(({ attachments }) => attachments);
  const attachment = all.find(({ id }) => String(id) === params.id);
  if (attachment === undefined) {
    throw new Problem(
      404,
      'Attachment not found',
      `There is no attachment ${params.id}. Number 1 is a picture.`,
    );
  }
  return new Response(new Uint8Array(await store.readAttachment(owner, attachment.id)), {
    headers: {
      'content-type': attachment.content_type,
      'content-disposition': `inline; filename*=utf-8''${encodeURIComponent(attachment.name)}`,
      'x-content-type-options': 'nosniff',
    },
  });
}
