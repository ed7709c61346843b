/** A chart as it is on screen, as a file of its own: what the window's styles say is written into each element. */

const STYLES = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-opacity',
  'opacity',
  'font-family',
  'font-size',
  'font-weight',
  'text-anchor',
  'dominant-baseline',
];
const NS = 'http://www.w3.org/2000/svg';
/** Dots of the picture for each of the chart. */
const PNG_SCALE = 2;

export function standalone(svg: SVGSVGElement): string {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const from = [svg, ...svg.querySelectorAll('*')];
  for (const [i, element] of [copy, ...copy.querySelectorAll('*')].entries()) {
    const style = getComputedStyle(from[i]!);
    for (const name of STYLES) element.setAttribute(name, style.getPropertyValue(name));
    for (const name of [...element.getAttributeNames()])
      if (/^(aria-|role$|tabindex$|class$|id$)/.test(name)) element.removeAttribute(name);
  }
  const { width, height } = svg.viewBox.baseVal;
  const paper = document.createElementNS(NS, 'rect');
  const surface = getComputedStyle(document.documentElement).getPropertyValue('--surface').trim();
  for (const [name, value] of Object.entries({ width, height, fill: surface })) paper.setAttribute(name, String(value));
  copy.prepend(paper);
  copy.setAttribute('xmlns', NS);
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  return new XMLSerializer().serializeToString(copy);
}

export async function toPng(svg: SVGSVGElement): Promise<Blob> {
  const { width, height } = svg.viewBox.baseVal;
  const picture = new Image();
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(standalone(svg))}`;
  await picture.decode();
  const canvas = document.createElement('canvas');
  canvas.width = width * PNG_SCALE;
  canvas.height = height * PNG_SCALE;
  canvas.getContext('2d')!.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be drawn.'))), 'image/png'),
  );
}
