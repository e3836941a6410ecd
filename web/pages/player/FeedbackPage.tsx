import { useState } from 'react';
import { useAction } from '../../apollo/useAction.ts';
import { Screen } from '../../features/shell/Screen.tsx';
import { graphql } from '../../gql/gql.ts';
import { words } from '../../messages/words.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/Card.tsx';
import { MessagePopup, type Message } from '../../ui/MessagePopup.tsx';
import { PrimaryButton } from '../../ui/PrimaryButton.tsx';
import { StarRating } from '../../ui/StarRating.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { TextArea } from '../../ui/TextArea.tsx';

const FeedbackPage_Mutation = graphql(`
  mutation FeedbackPage_Mutation($input: SubmitFeedbackInput!) {
    submitFeedback(input: $input) {
      ...Refusal_error @unmask
    }
  }
`);

const maxCharacters = 400;

export function FeedbackPage() {
  const [message, setMessage] = useState<Message | null>(null);
  return (
    <Screen title={words.titles.feedback} backTo={paths.account}>
      <Card>
        <FeedbackForm onSent={setMessage} />
      </Card>
      <MessagePopup message={message} onClose={() => setMessage(null)} />
    </Screen>
  );
}

/** Sends feedback and is empty again; `onSent` is called with the result. */
function FeedbackForm({ onSent }: { onSent: (message: Message) => void }) {
  const [rating, setRating] = useState(0);
  const [text, setText] = useState('');
  const { act, pending } = useAction(FeedbackPage_Mutation, {});
  const missing =
    rating === 0 ? words.feedback.ratingMissing : text.trim() === '' ? words.feedback.textMissing : undefined;

  const submit = async () => {
    if (missing || pending) return;
    const { problem } = await act({ rating, text: text.trim() });
    onSent(problem ? { text: problem.text, tone: 'bad' } : { text: words.feedback.success, tone: 'good' });
    if (problem) return;
    setRating(0);
    setText('');
  };

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Stack>
        <StarRating label={words.feedback.rating} value={rating} onChange={setRating} nameOf={words.feedback.stars} />
        <TextArea
          label={words.feedback.text}
          placeholder={words.feedback.placeholder}
          description={words.feedback.count(text.length, maxCharacters)}
          descriptionBelow
          rows={6}
          maxLength={maxCharacters}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <PrimaryButton type="submit" loading={pending} disabled={missing !== undefined} reason={missing}>
          {words.common.submit}
        </PrimaryButton>
      </Stack>
    </form>
  );
}
