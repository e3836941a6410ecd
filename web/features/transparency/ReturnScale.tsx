import { theoreticalReturn as theoretical } from '../../lib/returns.ts';
import { transparency } from '#messages/transparency.ts';
import plot from '../figures/Plot.module.css';
import classes from './Transparency.module.css';

const [width, height] = [320, 72];
const [left, right, line] = [12, width - 12, 40];

interface ReturnScaleProps {
  readonly returned: number;
  readonly chance: { readonly low: number; readonly high: number };
}

/** The return as a point on a line, with the interval that chance allows and the theoretical return. */
export function ReturnScale({ returned, chance: { low, high } }: ReturnScaleProps) {
  const margin = Math.max(0.01, (high - low) / 4);
  const [from, to] = [Math.min(low, returned) - margin, Math.max(high, returned) + margin];
  const xOf = (share: number) => left + ((right - left) * (share - from)) / (to - from);
  return (
    <svg viewBox={`0 0 ${width} ${height}`} className={plot.drawing} aria-hidden>
      <line x1={left} x2={right} y1={line} y2={line} className={plot.axis} />
      <rect x={xOf(low)} width={xOf(high) - xOf(low)} y={line - 12} height={24} rx={6} className={plot.usual} />
      <line x1={xOf(theoretical)} x2={xOf(theoretical)} y1={line - 16} y2={line + 16} className={plot.expected} />
      <text x={xOf(theoretical)} y={line - 22} textAnchor="middle">
        96%
      </text>
      <circle cx={xOf(returned)} cy={line} r={7} className={classes.point} />
      <text x={xOf(returned)} y={line + 30} textAnchor={anchorAt(xOf(returned))} className={plot.strong}>
        {transparency.return.actual}
      </text>
    </svg>
  );
}

/** So that a text at the edge of the drawing isn't cut. */
function anchorAt(x: number): 'start' | 'middle' | 'end' {
  if (x < width / 4) return 'start';
  return x > (width * 3) / 4 ? 'end' : 'middle';
}
