import IconStar from '@tabler/icons-react/dist/esm/icons/IconStar.mjs';
import IconStarFilled from '@tabler/icons-react/dist/esm/icons/IconStarFilled.mjs';
import type { FeedbackListPage_QueryQuery } from '../../gql/graphql.ts';
import { formatInstant } from '../../lib/time.ts';
import { support } from '#messages/admin/support.ts';
import { feedback } from '#messages/feedback.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/Card.tsx';
import { Link } from '../navigation/Link.tsx';
import classes from './FeedbackCard.module.css';

type AdminFields = NonNullable<NonNullable<FeedbackListPage_QueryQuery['viewer']>['admin']>;
type Feedback = NonNullable<AdminFields['feedback']>['edges'][number]['node'];

const stars = [1, 2, 3, 4, 5];

/** A player's feedback: a rating and a text. */
export function FeedbackCard({ feedback: { rating, text, createdAt, player } }: { feedback: Feedback }) {
  return (
    <Card>
      <div className={classes.head}>
        <span role="img" aria-label={feedback.stars(rating)} className={classes.stars}>
          {stars.map((star) => {
            const Star = star <= rating ? IconStarFilled : IconStar;
            return <Star key={star} size={18} aria-hidden />;
          })}
        </span>
        <time className={classes.at} dateTime={createdAt}>
          {formatInstant(createdAt)}
        </time>
      </div>
      <p className={classes.text}>{text}</p>
      <Link to={paths.admin.player(player.uid)} className={classes.player ?? ''}>
        {support.player(player.name, player.uid)}
      </Link>
    </Card>
  );
}
