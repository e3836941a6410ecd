import { proposals } from '#messages/admin/proposals.ts';
import { Card } from '../../ui/Card.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { useMay } from '../admin/useMay.ts';
import { ChangeThreshold } from './ChangeThreshold.tsx';
import { needText, type Threshold } from './threshold.ts';
import classes from './ThresholdsCard.module.css';

const texts = proposals.thresholds;

/** When each kind of action needs a second admin; owners may change it. */
export function ThresholdsCard({ thresholds }: { thresholds: readonly Threshold[] }) {
  const may = useMay();
  return (
    <Card title={texts.title}>
      <Stack gap={12}>
        <p>{texts.hint}</p>
        <p>{texts.sums}</p>
        <p>{texts.looser}</p>
        <ul className={classes.list}>
          {thresholds.map((threshold) => (
            <li key={threshold.kind} className={classes.row}>
              <span className={classes.kind}>{proposals.kinds[threshold.kind]}</span>
              <span className={classes.need}>{threshold.fixed ? texts.fixed : needText(threshold)}</span>
              {!threshold.fixed && may('SECOND_ADMIN_SET_THRESHOLDS') && <ChangeThreshold threshold={threshold} />}
            </li>
          ))}
        </ul>
      </Stack>
    </Card>
  );
}
