export const statuses = ['open', 'waiting', 'solved'] as const;
export const priorities = ['low', 'normal', 'high', 'urgent'] as const;
export const agents = ['Ines Duarte', 'Priya Nair', 'Tom Bakker'] as const;

export type Status = (typeof statuses)[number];
export type Priority = (typeof priorities)[number];
export type Agent = (typeof agents)[number];

export interface Comment {
  author: string;
  text: string;
  is_visible_to_customer: boolean;
  written_at: string;
}

/** A file of a ticket. Its bytes are stored separately from the desk. */
export interface Attachment {
  id: number;
  name: string;
  content_type: string;
  size_bytes: number;
}

/** A customer's question, in the terms of the API. */
export interface Ticket {
  number: number;
  subject: string;
  details: string;
  status: Status;
  priority: Priority;
  customer: string;
  email: string;
  assignee: Agent | null;
  order: number | null;
  tags: string[];
  opened_at: string;
  solved_at: string | null;
  comments: Comment[];
  attachments: Attachment[];
}

/** The desk of one sandbox. */
export interface Desk {
  tickets: Ticket[];
  nextNumber: number;
  nextAttachment: number;
}

/** Returns a ticket as a row of a list. */
export function rowOf({ details: _, tags: _tags, comments, attachments: _files, ...row }: Ticket) {
  return { ...row, comments: comments.length };
}
