/**
 * The pictures that users choose from: rangoli motifs drawn by code, so that they need no files, are small and scale to
 * any size. Every motif is a list of layers, bottom first, around the centre of a 128 x 128 canvas.
 */

const plum = '#6b1e63';
const orchid = '#d884cb';
const night = '#3a0f3c';
const marigold = '#f2a20c';
const saffron = '#ffbf47';
const cream = '#fbf5ee';
const shell = '#e7dacb';
const leaf = '#0b7a52';
const mint = '#3ecf96';
const iris = '#6a3bd0';
const lilac = '#b79bff';
const kumkum = '#c9243a';
const rose = '#ff7f8d';

type Layer = string;

/** The motifs by name, in the order of the selection list. */
const motifs: Record<string, readonly Layer[]> = {
  lotus: [
    ground(plum),
    petals(8, 14, 56, 24, orchid),
    petals(8, 12, 44, 20, cream, 0.5),
    disc(15, marigold),
    dots(8, 9, 2, plum),
  ],
  marigold: [
    ground(leaf),
    drops(16, 22, 54, 15, marigold),
    drops(12, 14, 40, 15, saffron, 0.5),
    disc(17, plum),
    dots(6, 9, 2.5, saffron),
  ],
  jasmine: [
    ground(leaf),
    petals(5, 6, 54, 32, cream),
    leaves(5, 26, 58, 10, mint, 0.5),
    disc(10, marigold),
    dots(5, 22, 2.5, leaf),
  ],
  hibiscus: [
    ground(saffron),
    drops(5, 4, 55, 40, kumkum),
    leaves(5, 8, 42, 8, rose),
    disc(12, plum),
    dots(10, 17, 2, cream),
  ],
  peacock: [
    ground(night),
    petals(12, 16, 57, 17, leaf),
    dots(12, 44, 6, iris),
    dots(12, 44, 2.6, saffron),
    petals(8, 6, 28, 13, mint, 0.5),
    disc(8, marigold),
  ],
  diya: [
    ground(kumkum),
    petals(10, 22, 56, 18, saffron),
    petals(10, 22, 44, 10, marigold, 0.5),
    ring(21, 3, cream),
    disc(16, night),
    drops(4, 2, 13, 8, saffron),
  ],
  kolam: [
    ground(night),
    loops(8, 30, 17, cream),
    loops(4, 20, 14, saffron, 0.5),
    dots(8, 30, 3, rose),
    dots(8, 52, 3, cream, 0.5),
    disc(4, saffron),
  ],
  chakra: [
    ground(shell),
    ring(48, 5, plum),
    spokes(24, 14, 46, 2, plum),
    dots(24, 55, 2, marigold),
    ring(14, 3, plum),
    disc(8, marigold),
  ],
  champa: [
    ground(lilac),
    drops(5, 4, 56, 34, cream),
    drops(5, 4, 34, 16, saffron),
    disc(7, marigold),
    dots(5, 50, 3, iris, 0.5),
  ],
  surya: [ground(marigold), star(16, 58, 34, cream), disc(32, kumkum), petals(8, 8, 30, 13, saffron), disc(9, cream)],
  chandra: [
    ground(night),
    star(12, 56, 44, iris),
    disc(40, lilac),
    petals(12, 16, 38, 12, cream),
    dots(12, 47, 2, cream, 0.5),
    disc(13, night),
    disc(6, saffron),
  ],
  tulsi: [
    ground(saffron),
    leaves(8, 12, 56, 22, leaf),
    leaves(8, 10, 42, 14, mint, 0.5),
    spokes(8, 14, 50, 1.5, cream),
    disc(11, plum),
    disc(5, saffron),
  ],
  kamal: [
    ground(rose),
    petals(12, 20, 57, 22, cream),
    petals(12, 14, 46, 18, kumkum, 0.5),
    petals(6, 6, 30, 16, saffron),
    disc(8, plum),
  ],
  mor: [
    ground(leaf),
    drops(9, 18, 56, 24, saffron),
    dots(9, 44, 7, night),
    dots(9, 44, 3, mint),
    star(9, 26, 14, cream),
    disc(8, kumkum),
  ],
  bindu: [
    ground(kumkum),
    dots(24, 54, 3, saffron),
    dots(18, 43, 4, cream),
    dots(12, 31, 5, saffron),
    dots(6, 17, 5.5, cream),
    disc(6, marigold),
  ],
  tara: [ground(iris), star(8, 58, 30, lilac), star(8, 46, 22, cream, 0.5), star(8, 30, 15, marigold), disc(8, night)],
  mehndi: [
    ground(saffron),
    loops(12, 38, 14, plum),
    drops(6, 12, 38, 18, plum),
    dots(6, 30, 3, saffron),
    dots(12, 56, 2.5, kumkum, 0.5),
    disc(9, kumkum),
  ],
  alpana: [
    ground(kumkum),
    leaves(6, 14, 57, 26, cream),
    leaves(6, 20, 48, 10, kumkum),
    loops(6, 34, 12, cream, 0.5),
    ring(13, 2.5, cream),
    disc(7, saffron),
  ],
  mandana: [
    ground(shell),
    diamonds(8, 24, 58, 20, kumkum),
    diamonds(8, 18, 46, 16, cream, 0.5),
    star(8, 26, 15, kumkum),
    disc(9, saffron),
  ],
  paisley: [
    ground(night),
    drops(6, 16, 56, 30, orchid),
    drops(6, 26, 50, 16, plum),
    dots(6, 41, 4, saffron),
    petals(6, 4, 22, 11, rose, 0.5),
    disc(6, cream),
  ],
  gulab: [
    ground(plum),
    drops(7, 20, 56, 32, rose),
    drops(7, 12, 44, 26, kumkum, 0.5),
    drops(5, 4, 30, 20, rose),
    drops(5, 2, 19, 13, kumkum, 0.5),
    disc(6, saffron),
  ],
  aparajita: [
    ground(mint),
    drops(5, 6, 56, 38, iris),
    drops(5, 8, 42, 20, lilac),
    petals(5, 4, 26, 10, cream),
    disc(7, saffron),
    dots(5, 52, 3, night, 0.5),
  ],
  swirl: [ground(plum), blades(10, 10, 57, saffron), blades(10, 8, 40, rose), ring(11, 2.5, cream), disc(8, night)],
  deepavali: [
    ground(night),
    diamonds(12, 30, 58, 13, marigold),
    petals(12, 18, 46, 13, kumkum, 0.5),
    petals(6, 8, 30, 16, saffron),
    dots(12, 54, 2, cream, 0.5),
    disc(8, cream),
  ],
};

/** The names of all avatars, in the order of the selection list. */
export const avatarNames: readonly string[] = Object.keys(motifs);

/** The URL path of an avatar. */
export function avatarUrl(name: string): string {
  return `/avatars/${name}.svg`;
}

/** The avatar with that name or URL; null when there is none. */
export function avatarNamed(nameOrUrl: string): string | null {
  const name = nameOrUrl.replace(/^.*\/avatars\/(\w+)\.svg$/, '$1');
  return Object.hasOwn(motifs, name) ? name : null;
}

/** The picture as SVG; null for an unknown name. Deterministic. */
export function avatarSvg(name: string): string | null {
  const layers = Object.hasOwn(motifs, name) ? motifs[name] : undefined;
  if (!layers) return null;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-64 -64 128 128">${layers.join('')}</svg>`;
}

function ground(fill: string): Layer {
  return `<rect x="-64" y="-64" width="128" height="128" fill="${fill}"/>`;
}

function disc(radius: number, fill: string): Layer {
  return `<circle r="${radius}" fill="${fill}"/>`;
}

function ring(radius: number, width: number, stroke: string): Layer {
  return `<circle r="${radius}" fill="none" stroke="${stroke}" stroke-width="${width}"/>`;
}

/** Petals with a pointed tip, widest in the outer half. */
function petals(count: number, from: number, to: number, width: number, fill: string, turn = 0): Layer {
  const belly = from + (to - from) * 0.55;
  const path = `M0-${from}C-${width / 2}-${belly} -${width / 2}-${belly} 0-${to}C${width / 2}-${belly} ${width / 2}-${belly} 0-${from}Z`;
  return around(count, turn, `<path d="${path}" fill="${fill}"/>`);
}

/** Petals with a round tip. */
function drops(count: number, from: number, to: number, width: number, fill: string, turn = 0): Layer {
  const radius = width / 2;
  const shoulder = to - radius;
  const path = `M0-${from}L-${radius}-${shoulder}A${radius} ${radius} 0 0 1 ${radius}-${shoulder}Z`;
  return around(count, turn, `<path d="${path}" fill="${fill}"/>`);
}

/** Slender, pointed at both ends. */
function leaves(count: number, from: number, to: number, width: number, fill: string, turn = 0): Layer {
  const middle = (from + to) / 2;
  const path = `M0-${from}Q-${width}-${middle} 0-${to}Q${width}-${middle} 0-${from}Z`;
  return around(count, turn, `<path d="${path}" fill="${fill}"/>`);
}

function diamonds(count: number, from: number, to: number, width: number, fill: string, turn = 0): Layer {
  const middle = (from + to) / 2;
  const path = `M0-${from}L-${width / 2}-${middle}L0-${to}L${width / 2}-${middle}Z`;
  return around(count, turn, `<path d="${path}" fill="${fill}"/>`);
}

/** Curved like a wind wheel's. */
function blades(count: number, from: number, to: number, fill: string): Layer {
  const reach = to - from;
  const path = `M0-${from}C${reach * 0.5}-${from + reach * 0.2} ${reach * 0.45}-${to} 0-${to}C${reach * 0.2}-${to - reach * 0.25} ${reach * 0.2}-${from + reach * 0.4} 0-${from}Z`;
  return around(count, 0, `<path d="${path}" fill="${fill}"/>`);
}

function dots(count: number, distance: number, radius: number, fill: string, turn = 0): Layer {
  return around(count, turn, `<circle cy="-${distance}" r="${radius}" fill="${fill}"/>`);
}

/** Interlaced rings, as drawn around the dots of a kolam. */
function loops(count: number, distance: number, radius: number, stroke: string, turn = 0): Layer {
  return around(
    count,
    turn,
    `<circle cy="-${distance}" r="${radius}" fill="none" stroke="${stroke}" stroke-width="2.5"/>`,
  );
}

function spokes(count: number, from: number, to: number, width: number, stroke: string): Layer {
  return around(count, 0, `<path d="M0-${from}V-${to}" stroke="${stroke}" stroke-width="${width}"/>`);
}

function star(points: number, outer: number, inner: number, fill: string, turn = 0): Layer {
  const corners = Array.from({ length: 2 * points }, (_, index) => {
    const angle = (Math.PI * (index + 2 * turn)) / points;
    const radius = index % 2 === 0 ? outer : inner;
    return `${(radius * Math.sin(angle)).toFixed(2)},${(-radius * Math.cos(angle)).toFixed(2)}`;
  });
  return `<polygon points="${corners.join(' ')}" fill="${fill}"/>`;
}

/**
 * The shape, which points upwards, repeated `count` times around the centre; `turn` rotates it, in steps of that
 * circle.
 */
function around(count: number, turn: number, shape: string): Layer {
  const step = 360 / count;
  return Array.from({ length: count }, (_, index) => {
    const angle = Number(((index + turn) * step).toFixed(2));
    return angle === 0 ? shape : `<g transform="rotate(${angle})">${shape}</g>`;
  }).join('');
}
