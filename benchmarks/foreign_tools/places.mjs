// Where JavaScript drivers that are given places put what they draw; places.py says the same for Python.
const KEPT = 9;
const SLANT = 0.18;

export const middle = (e) => [e.x + e.width / 2, e.y + e.height / 2];
export const isOval = (e) => ["circle", "stadium"].includes(e.shape);
export const isPlain = (e) => !["circle", "stadium", "diam", "lean-r", "hex"].includes(e.shape);

export function corners({ x, y, width: w, height: h, shape }) {
  const lean = SLANT * w;
  if (shape === "diam") return [[x, y + h / 2], [x + w / 2, y], [x + w, y + h / 2], [x + w / 2, y + h]];
  if (shape === "lean-r") return [[x + lean, y], [x + w, y], [x + w - lean, y + h], [x, y + h]];
  if (shape === "hex") return [[x, y + h / 2], [x + lean, y], [x + w - lean, y], [x + w, y + h / 2], [x + w - lean, y + h], [x + lean, y + h]];
  return [[x, y], [x + w, y], [x + w, y + h], [x, y + h]];
}

export const way = ({ points }) => [points[0], ...points.slice(1, -1).filter((_, i) => i % KEPT === 4), points.at(-1)];

export function labelPlace(edge) {
  const points = way(edge);
  const [[x0, y0], [x1, y1]] = points.slice(Math.floor((points.length - 2) / 2));
  return [(x0 + x1) / 2, (y0 + y1) / 2];
}

export const headed = (edge) => [...(edge.head ? [way(edge)] : []), ...(edge.tail ? [way(edge).reverse()] : [])];

export function triangle(points, length = 9, half = 4) {
  const [[x0, y0], [x1, y1]] = points.slice(-2);
  const span = Math.hypot(x1 - x0, y1 - y0) || 1;
  const [ux, uy] = [(x1 - x0) / span, (y1 - y0) / span];
  return [[x1, y1], [x1 - length * ux - half * uy, y1 - length * uy + half * ux], [x1 - length * ux + half * uy, y1 - length * uy - half * ux]];
}
