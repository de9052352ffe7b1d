const isTest = (file) => /\.test\.tsx?$/.test(file);

/** The room of a file of a house: its first folder there; null for a file that stands in none, or in another house. */
function roomOf({ top }, file) {
  if (!file.startsWith(`${top}/`)) return null;
  const [room, ...rest] = file.slice(top.length + 1).split('/');
  return rest.length > 0 ? room : null;
}

const filesOf = ({ top }, modules) =>
  modules.filter(({ source }) => source.startsWith(`${top}/`) && !isTest(source));

/** The rooms of a house that have files. */
export const roomsOf = (house, modules) => [
  ...new Set(filesOf(house, modules).map(({ source }) => roomOf(house, source))),
];

/** The files of a house that stand in no room of its plan. */
export function strayFiles(house, modules) {
  const planned = new Set(house.floors.flat());
  return filesOf(house, modules)
    .map(({ source }) => source)
    .filter((file) => !planned.has(roomOf(house, file)));
}

/** How many pairs of rooms there are of which the first imports the second. */
export function arrowsOf(house, modules) {
  const arrows = filesOf(house, modules).flatMap(({ source, dependencies }) => {
    const from = roomOf(house, source);
    return dependencies
      .map(({ resolved }) => roomOf(house, resolved))
      .filter((to) => to !== null && to !== from)
      .map((to) => `${from} ${to}`);
  });
  return new Set(arrows).size;
}
