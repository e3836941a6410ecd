import { formatMoney, formatMoneyShort, paiseOf } from '../../lib/money.ts';
import { colors } from '#messages/colors.ts';
import { figures as figuresWords } from '#messages/figures.ts';
import { shapes, type GameColor } from '../../ui/shapes.ts';
import { Plot } from './Plot.tsx';
import classes from './Plot.module.css';
import { boundsOf, shareOf } from './scale.ts';

export interface SelectionFigures {
  readonly selection: { readonly color: GameColor | null; readonly number: number | null };
  readonly bets: number;
  readonly staked: string;
  readonly returned: string;
}

const width = 320;
const rowHeight = 30;
const labelWidth = 72;
const legendHeight = 22;

/** What was staked on each selection and came back, as two bars each. */
export function SelectionPlot({ figures }: { figures: readonly SelectionFigures[] }) {
  const text = figuresWords.selections;
  const sums = figures.map(({ staked, returned }) => [paiseOf(staked), paiseOf(returned)] as const);
  const [, most] = boundsOf(sums.flat());
  const total = (place: 0 | 1) => formatMoneyShort(sums.reduce((sum, pair) => sum + pair[place], 0n));
  const bets = figures.reduce((sum, figure) => sum + figure.bets, 0);
  const length = (paise: bigint) => (width - labelWidth) * shareOf(paise, most);
  return (
    <Plot
      title={text.title}
      summary={text.summary(bets, total(0), total(1))}
      width={width}
      height={legendHeight + rowHeight * figures.length}
      table={{
        columns: [text.selection, text.staked, text.returned],
        amounts: 2,
        rows: figures.map((figure) => [nameOf(figure), formatMoney(figure.staked), formatMoney(figure.returned)]),
      }}
    >
      <Legend />
      {figures.map((figure, place) => {
        const [staked, returned] = sums[place] ?? [0n, 0n];
        const y = legendHeight + rowHeight * place;
        return (
          <g key={nameOf(figure)}>
            <text x={0} y={y + 17} className={classes.strong}>
              {nameOf(figure)}
            </text>
            <rect x={labelWidth} y={y + 3} width={length(staked)} height={9} rx={2} className={classes.staked} />
            <rect x={labelWidth} y={y + 14} width={length(returned)} height={9} rx={2} className={classes.returned} />
          </g>
        );
      })}
    </Plot>
  );
}

function Legend() {
  const { staked, returned } = figuresWords.selections;
  return (
    <>
      <rect x={labelWidth} y={4} width={10} height={9} rx={2} className={classes.staked} />
      <text x={labelWidth + 15} y={13}>
        {staked}
      </text>
      <rect x={labelWidth + 120} y={4} width={10} height={9} rx={2} className={classes.returned} />
      <text x={labelWidth + 135} y={13}>
        {returned}
      </text>
    </>
  );
}

/** "● Green", or "7". */
function nameOf({ selection: { color, number } }: SelectionFigures): string {
  return color ? `${shapes[color]} ${colors[color]}` : String(number);
}
