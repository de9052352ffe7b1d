/** A part of the code whose folders are rooms on floors, as `.dependency-cruiser.mjs` lists them. */
export interface House {
  top: string;
  floors: string[][];
}

const nameOf = (top: string): string => top.replaceAll('/', '_');

/** A floor plan in Mermaid: each house with its floors from the top down, and which house imports which. */
export function drawPlan(houses: readonly House[]): string {
  const drawn = houses.filter(({ top }) => !top.includes('/'));
  const boxes = drawn.flatMap(({ top, floors }) => [
    `  subgraph ${nameOf(top)}["${top}/"]`,
    '    direction TB',
    ...floors.map((rooms, index) => `    ${nameOf(top)}${index}["${inRows(rooms)}"]`),
    `    ${floors.map((_, index) => `${nameOf(top)}${index}`).join(' --> ')}`,
    '  end',
  ]);
  return [
    'flowchart TB',
    '  app["app/<br>pages and routes"]',
    '  jobs["jobs/<br>the worker"]',
    '  cli["cli/<br>the command line"]',
    ...boxes,
    '  app --> components & server',
    '  jobs --> server',
    '  cli --> lib',
    '  components & server --> lib',
  ].join('\n');
}

/** At most six rooms in a row. */
function inRows(rooms: readonly string[]): string {
  const rows: string[] = [];
  for (let at = 0; at < rooms.length; at += 6) rows.push(rooms.slice(at, at + 6).join(' · '));
  return rows.join('<br>');
}
