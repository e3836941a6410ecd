import { figures } from '#messages/figures.ts';
import colors from '../../ui/gameColors.module.css';
import { colorsOf } from '../../ui/shapes.ts';
import { Plot } from './Plot.tsx';
import classes from './Plot.module.css';
import { expectedOf } from './scale.ts';

const [width, height] = [320, 160];
const [top, bottom] = [18, 138];
const step = width / 10;
const columnWidth = 20;

/** How often each number won, as columns in its colours, against the tenth that chance expects. */
export function DrawPlot({ counts }: { counts: readonly number[] }) {
  const draws = counts.reduce((sum, count) => sum + count, 0);
  const { mean, from, to } = expectedOf(draws);
  const most = Math.max(...counts, to, 1);
  const yOf = (count: number) => bottom - ((bottom - top) * count) / most;
  const text = figures.draws;
  return (
    <Plot
      title={text.title}
      summary={text.summary(
        draws,
        { least: Math.min(...counts), most: Math.max(...counts) },
        { mean: mean.toFixed(draws % 10 === 0 ? 0 : 1), from: Math.round(from), to: Math.round(to) },
      )}
      width={width}
      height={height}
      table={{
        columns: [text.number, text.times, text.expected],
        amounts: 2,
        rows: counts.map((count, number) => [String(number), String(count), mean.toFixed(1)]),
      }}
    >
      <rect x={0} width={width} y={yOf(to)} height={yOf(from) - yOf(to)} className={classes.usual} />
      {counts.map((count, number) => (
        <g key={number}>
          <Column number={number} x={step * number + (step - columnWidth) / 2} y={yOf(count)} />
          <text x={step * (number + 0.5)} y={yOf(count) - 5} textAnchor="middle">
            {count}
          </text>
          <text x={step * (number + 0.5)} y={height - 6} textAnchor="middle" className={classes.strong}>
            {number}
          </text>
        </g>
      ))}
      <line x1={0} x2={width} y1={yOf(mean)} y2={yOf(mean)} className={classes.expected} />
      <line x1={0} x2={width} y1={bottom} y2={bottom} className={classes.axis} />
    </Plot>
  );
}

/** In both colours where the number has two. */
function Column({ number, x, y }: { number: number; x: number; y: number }) {
  const own = colorsOf(number);
  const part = columnWidth / own.length;
  return own.map((color, place) => (
    <rect
      key={color}
      x={x + part * place}
      y={y}
      width={part}
      height={bottom - y}
      className={`${classes.column} ${colors[color]}`}
    />
  ));
}
