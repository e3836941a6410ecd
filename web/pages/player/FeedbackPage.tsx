import { useMutation } from '@apollo/client/react';
import { Rating, Textarea } from '@mantine/core';
import { IconStar, IconStarFilled } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { errorText } from '../../apollo/errors.ts';
import { refusalText } from '../../apollo/refusals.ts';
import { Screen } from '../../features/shell/Screen.tsx';
import { graphql } from '../../gql/gql.ts';
import { words } from '../../messages/words.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/Card.tsx';
import { MessagePopup, type Message } from '../../ui/MessagePopup.tsx';
import { PrimaryButton } from '../../ui/PrimaryButton.tsx';
import { Stack } from '../../ui/Stack.tsx';
import classes from './FeedbackPage.module.css';

const FeedbackPage_Mutation = graphql(`
  mutation FeedbackPage_Mutation($input: SubmitFeedbackInput!) {
    submitFeedback(input: $input) {
      ...Refusal_error @unmask
    }
  }
`);

const mostCharacters = 400;

export function FeedbackPage() {
  const [rating, setRating] = useState(0);
  const [text, setText] = useState('');
  const [message, setMessage] = useState<Message | null>(null);
  const [mutate, { loading }] = useMutation(FeedbackPage_Mutation);
  const ratingLabel = useId();
  const missing =
    rating === 0 ? words.feedback.ratingMissing : text.trim() === '' ? words.feedback.textMissing : undefined;

  const submit = async () => {
    if (missing || loading) return;
    try {
      const { data } = await mutate({ variables: { input: { rating, text: text.trim() } } });
      const result = data?.submitFeedback;
      if (result?.__typename !== 'AcknowledgedPayload') {
        setMessage({ text: result ? refusalText(result) : words.errors.list, tone: 'bad' });
        return;
      }
      setRating(0);
      setText('');
      setMessage({ text: words.feedback.success, tone: 'good' });
    } catch (error) {
      setMessage({ text: errorText(error), tone: 'bad' });
    }
  };

  return (
    <Screen title={words.titles.feedback} backTo={paths.account}>
      <Card>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void submit();
          }}
        >
          <Stack>
            <div>
              <p id={ratingLabel} className={classes.label}>
                {words.feedback.rating}
              </p>
              <Rating
                aria-labelledby={ratingLabel}
                value={rating}
                onChange={setRating}
                emptySymbol={<IconStar size={34} className={classes.star} aria-hidden />}
                fullSymbol={<IconStarFilled size={34} className={classes.chosen} aria-hidden />}
                getSymbolLabel={words.feedback.stars}
              />
            </div>
            <Textarea
              label={words.feedback.text}
              placeholder={words.feedback.placeholder}
              description={words.feedback.count(text.length, mostCharacters)}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              rows={6}
              maxLength={mostCharacters}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
            />
            <PrimaryButton type="submit" loading={loading} disabled={missing !== undefined} reason={missing}>
              {words.common.submit}
            </PrimaryButton>
          </Stack>
        </form>
      </Card>
      <MessagePopup message={message} onClose={() => setMessage(null)} />
    </Screen>
  );
}
