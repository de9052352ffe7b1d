import type { MailContent } from '@/server/messages/content';

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (found) => ENTITIES[found] ?? '');

/** Keeps the line breaks of a typed text. */
const lines = (text: string): string => escapeHtml(text).replace(/\r?\n/g, '<br>');

/** Renders a message as text, for mail programs that don't show HTML. */
export function renderText({ paragraphs, note, link, closing }: MailContent): string {
  const quoted =
    note === null
      ? []
      : [
          note
            .split(/\r?\n/)
            .map((line) => `> ${line}`)
            .join('\n'),
        ];
  const linked = link === null ? [] : [`${link.label}:\n${link.url}`];
  return `${[...paragraphs, ...quoted, ...linked, `-- \n${closing}`].join('\n\n')}\n`;
}

const FONT = "font-family:Inter,'Segoe UI',Helvetica,Arial,sans-serif";
/** Names of routines are long and have no spaces, so any place may break. */
const BREAKING = 'overflow-wrap:anywhere;word-break:break-word';
const TEXT = `margin:0 0 16px;${FONT};font-size:15px;line-height:23px;${BREAKING}`;

/** Dark colors, for mail programs that support a style sheet. All others use the inline styles. */
const DARK = `<style>
@media (prefers-color-scheme: dark) {
  .page { background: #191816 !important; }
  .card { background: #242220 !important; border-color: #3a3733 !important; }
  .line { border-color: #3a3733 !important; }
  .text { color: #f0ede9 !important; }
  .soft { color: #aaa39b !important; }
  .quote { color: #cdc7c0 !important; border-color: #57524c !important; }
  .link { color: #9db2ff !important; }
  .button { background: #3a5fe5 !important; }
}
</style>`;

/**
 * Renders a message as HTML. Mail programs support tables and inline styles, and little else. Nothing is loaded from
 * the network. The direction of a note follows its text.
 */
export function renderHtml(subject: string, { paragraphs, note, link, closing }: MailContent): string {
  const paragraph = (text: string) => `<p class="text" style="${TEXT};color:#1b1917">${lines(text)}</p>`;
  const quoted =
    note === null
      ? ''
      : `<blockquote class="quote" dir="auto" style="${TEXT};padding:2px 14px;border:solid #d3cec7;border-width:0 0 0 3px;border-block-width:0;border-inline-width:3px 0;color:#57524c">${lines(note)}</blockquote>`;
  const button =
    link === null
      ? ''
      : `<p style="margin:8px 0 24px"><a class="button" href="${escapeHtml(link.url)}" style="display:inline-block;padding:10px 18px;border-radius:8px;background:#2148d6;color:#ffffff;${FONT};font-size:15px;line-height:20px;font-weight:600;text-decoration:none;${BREAKING}">${escapeHtml(link.label)}</a></p>
<p class="soft" style="margin:0 0 16px;${FONT};font-size:13px;line-height:19px;color:#6e6861">Or open this address: <br><a class="link" href="${escapeHtml(link.url)}" style="color:#2148d6;word-break:break-all">${escapeHtml(link.url)}</a></p>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(subject)}</title>
${DARK}
</head>
<body class="page" style="margin:0;padding:0;background:#f4f2ef">
<table class="page" role="presentation" width="100%" cellpadding="0" cellspacing="0" style="table-layout:fixed;background:#f4f2ef"><tr><td align="center" style="padding:24px 12px">
<table class="card" role="presentation" width="100%" cellpadding="0" cellspacing="0" style="table-layout:fixed;max-width:560px;background:#ffffff;border:1px solid #e6e2dd;border-radius:12px"><tr><td style="padding:24px 24px 16px">
<p class="soft" style="margin:0 0 20px;${FONT};font-size:14px;line-height:20px;font-weight:600;color:#6e6861">Pushboard</p>
${paragraphs.map(paragraph).join('\n')}
${quoted}
${button}
</td></tr><tr><td class="line soft" style="padding:14px 24px 18px;border-top:1px solid #e6e2dd;${FONT};font-size:12px;line-height:18px;color:#6e6861">${lines(closing)}</td></tr></table>
</td></tr></table>
</body>
</html>
`;
}
