const COPIED = [
  'fill',
  'stroke',
  'stroke-width',
  'font-family',
  'font-size',
  'font-variant-numeric',
  'text-anchor',
  'opacity',
] as const;
const TITLE_PX = 32;
const SCALE = 2;

/** A drawing of the page as an image of its own: its styles are written into it, and its title stands on top. */
export function pictureText(drawing: SVGSVGElement, title: string): string {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  const copies = copy.querySelectorAll('*');
  drawing.querySelectorAll('*').forEach((element, index) => {
    const style = getComputedStyle(element);
    const target = copies[index];
    for (const name of COPIED) target?.setAttribute(name, style.getPropertyValue(name));
    for (const name of ['class', 'role', 'tabindex']) target?.removeAttribute(name);
  });
  const width = Number(drawing.getAttribute('width'));
  const height = Number(drawing.getAttribute('height'));
  const page = getComputedStyle(drawing.closest('section') ?? drawing);
  const make = (name: string, attributes: Record<string, string | number>): Element => {
    const element = document.createElementNS('http://www.w3.org/2000/svg', name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
    return element;
  };
  const words = make('text', {
    x: 12,
    y: 14 - TITLE_PX / 2,
    fill: page.color,
    'font-size': 15,
    'font-weight': 600,
  });
  words.setAttribute('font-family', page.fontFamily);
  words.textContent = title;
  const ground = { x: 0, y: -TITLE_PX, width, height: height + TITLE_PX, fill: page.backgroundColor };
  copy.prepend(make('rect', ground), words);
  copy.removeAttribute('class');
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('height', String(height + TITLE_PX));
  copy.setAttribute('viewBox', `0 ${-TITLE_PX} ${width} ${height + TITLE_PX}`);
  return new XMLSerializer().serializeToString(copy);
}

/** Saves a drawing as an SVG file. */
export function saveSvg(drawing: SVGSVGElement, title: string): void {
  saveFile(new Blob([pictureText(drawing, title)], { type: 'image/svg+xml' }), `${title}.svg`);
}

/** Saves a drawing as a PNG file, sharp on every screen. Rejects if the browser can't draw it. */
export async function savePng(drawing: SVGSVGElement, title: string): Promise<void> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(pictureText(drawing, title))}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = image.width * SCALE;
  canvas.height = image.height * SCALE;
  const drawn = canvas.getContext('2d');
  if (drawn === null) throw new Error('This browser cannot draw');
  drawn.scale(SCALE, SCALE);
  drawn.drawImage(image, 0, 0);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (blob === null) throw new Error('This browser cannot write PNG files');
  saveFile(blob, `${title}.png`);
}

/** Saves text or an image as a file. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken it over by the next task.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
