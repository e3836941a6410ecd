import { useQuery } from '@apollo/client/react';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import { useState } from 'react';
import { keepSession, readSession } from '../../apollo/sessionStore.ts';
import { useAction } from '../../apollo/useAction.ts';
import { QueryBoundary } from '../../features/shell/QueryBoundary.tsx';
import { Screen } from '../../features/shell/Screen.tsx';
import { graphql } from '../../gql/gql.ts';
import { avatar as avatarWords } from '#messages/avatar.ts';
import { titles } from '#messages/titles.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/Card.tsx';
import { Form } from '../../ui/Form.tsx';
import { MessagePopup, type Message } from '../../ui/MessagePopup.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useForm } from '../../ui/useForm.ts';
import classes from './AvatarPage.module.css';

const AvatarPage_Query = graphql(`
  query AvatarPage_Query {
    avatars
    viewer {
      user {
        id
        name
        avatar
      }
    }
  }
`);

const AvatarPage_Mutation = graphql(`
  mutation AvatarPage_Mutation($input: UpdateProfileInput!) {
    updateProfile(input: $input) {
      ... on UpdateProfilePayload {
        user {
          id
          name
          avatar
        }
      }
      ...Refusal_error @unmask
    }
  }
`);

export default function AvatarPage() {
  const answer = useQuery(AvatarPage_Query);
  return (
    <Screen title={titles.avatar} backTo={paths.account}>
      <QueryBoundary of={answer}>
        {({ avatars, viewer }) => viewer && <ProfileForm avatars={avatars} {...viewer.user} />}
      </QueryBoundary>
    </Screen>
  );
}

interface ProfileFormProps {
  avatars: readonly string[];
  name: string;
  avatar: string;
}

/** An empty name keeps the current one; without a known picture the first of the list is selected. */
function ProfileForm({ avatars, name, avatar }: ProfileFormProps) {
  const [message, setMessage] = useState<Message | null>(null);
  const { act } = useAction(AvatarPage_Mutation, {});
  const form = useForm({
    initial: { name, avatar: avatars.includes(avatar) ? avatar : (avatars[0] ?? avatar) },
    send: async (typed) => {
      const saved = await act({ name: typed.name.trim() || name, avatar: typed.avatar });
      if (saved.outcome === 'done') {
        const { user } = saved.payload;
        keepProfile(user);
        form.set({ name: user.name });
        setMessage({
          text: typed.name.trim() ? avatarWords.success : avatarWords.nameKept(user.name),
          tone: 'good',
        });
      }
      return saved;
    },
  });
  const picture = form.field('avatar');

  return (
    <Card>
      <Form form={form} submit={avatarWords.submit}>
        <TextField label={avatarWords.name} autoComplete="nickname" maxLength={100} {...form.field('name')} />
        <AvatarChoice avatars={avatars} picked={picture.value} onPick={picture.onChange} />
      </Form>
      <MessagePopup message={message} onClose={() => setMessage(null)} />
    </Card>
  );
}

/** The name and picture that local storage keeps with the session. */
function keepProfile({ name, avatar }: { readonly name: string; readonly avatar: string }): void {
  const session = readSession();
  if (session) keepSession({ ...session, user: { ...session.user, name, avatar } });
}

interface AvatarChoiceProps {
  avatars: readonly string[];
  picked: string;
  onPick: (url: string) => void;
}

function AvatarChoice({ avatars, picked, onPick }: AvatarChoiceProps) {
  return (
    <fieldset className={classes.avatars}>
      <legend className={classes.legend}>{avatarWords.choose}</legend>
      {avatars.map((url, place) => (
        <label key={url} className={classes.option}>
          <input
            type="radio"
            name="avatar"
            aria-label={avatarWords.option(place + 1)}
            checked={picked === url}
            onChange={() => onPick(url)}
          />
          <img src={url} alt="" width={72} height={72} loading="lazy" />
          {picked === url && <IconCheck size={22} aria-hidden />}
        </label>
      ))}
    </fieldset>
  );
}
