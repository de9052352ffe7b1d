/**
 * The records of a file in Debian's format, as R's `DESCRIPTION` and `PACKAGES` have it: fields with their values, of which
 * further lines begin with a space.
 */
export function recordsOf(text: string): Map<string, string>[] {
  return text
    .replaceAll('\r\n', '\n')
    .split(/\n\s*\n/)
    .map(fieldsOf)
    .filter(({ size }) => size > 0);
}

function fieldsOf(record: string): Map<string, string> {
  const fields = new Map<string, string>();
  let open = '';
  for (const line of record.split('\n')) {
    const [, name, value = ''] = /^([A-Za-z][\w@/.-]*):\s*(.*)$/.exec(line) ?? [];
    if (name !== undefined) {
      open = name;
      fields.set(name, value.trim());
    } else if (open !== '' && /^\s/.test(line)) fields.set(open, `${fields.get(open)} ${line.trim()}`.trim());
  }
  return fields;
}
