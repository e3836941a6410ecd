import { useState } from 'react';
import { useAction } from '../../apollo/useAction.ts';
import { Screen } from '../../features/shell/Screen.tsx';
import { graphql } from '../../gql/gql.ts';
import { common } from '#messages/common.ts';
import { feedback } from '#messages/feedback.ts';
import { titles } from '#messages/titles.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/Card.tsx';
import { Form } from '../../ui/Form.tsx';
import { MessagePopup, type Message } from '../../ui/MessagePopup.tsx';
import { StarRating } from '../../ui/StarRating.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { useForm } from '../../ui/useForm.ts';

const FeedbackPage_Mutation = graphql(`
  mutation FeedbackPage_Mutation($input: SubmitFeedbackInput!) {
    submitFeedback(input: $input) {
      ...Refusal_error @unmask
    }
  }
`);

const maxCharacters = 400;

export default function FeedbackPage() {
  const [message, setMessage] = useState<Message | null>(null);
  return (
    <Screen title={titles.feedback} backTo={paths.account}>
      <Card>
        <FeedbackForm onSent={setMessage} />
      </Card>
      <MessagePopup message={message} onClose={() => setMessage(null)} />
    </Screen>
  );
}

/** Sends feedback and is empty again; `onSent` is called with the result. */
function FeedbackForm({ onSent }: { onSent: (message: Message) => void }) {
  const { act } = useAction(FeedbackPage_Mutation, {});
  const form = useForm({
    initial: { rating: 0, text: '' },
    check: ({ rating, text }) => ({
      rating: rating === 0 ? feedback.ratingMissing : null,
      text: text.trim() === '' ? feedback.textMissing : null,
    }),
    send: async ({ rating, text }) => {
      const answer = await act({ rating, text: text.trim() });
      if (answer.outcome === 'done') {
        onSent({ text: feedback.success, tone: 'good' });
        form.reset();
      }
      return answer;
    },
  });
  return (
    <Form form={form} submit={common.submit}>
      <StarRating label={feedback.rating} nameOf={feedback.stars} {...form.field('rating')} />
      <TextArea
        label={feedback.text}
        placeholder={feedback.placeholder}
        description={feedback.count(form.typed.text.length, maxCharacters)}
        descriptionBelow
        rows={6}
        maxLength={maxCharacters}
        {...form.field('text')}
      />
    </Form>
  );
}
