import { useQuery } from '@apollo/client/react';
import { IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { keepSession, readSession } from '../../apollo/sessionStore.ts';
import { useAction } from '../../apollo/useAction.ts';
import { QueryBoundary } from '../../features/shell/QueryBoundary.tsx';
import { Screen } from '../../features/shell/Screen.tsx';
import { graphql } from '../../gql/gql.ts';
import { words } from '../../messages/words.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/Card.tsx';
import { MessagePopup, type Message } from '../../ui/MessagePopup.tsx';
import { PrimaryButton } from '../../ui/PrimaryButton.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { TextField } from '../../ui/TextField.tsx';
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

export function AvatarPage() {
  const answer = useQuery(AvatarPage_Query);
  return (
    <Screen title={words.titles.avatar} backTo={paths.account}>
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
  const [typed, setTyped] = useState(name);
  const [picked, setPicked] = useState(avatars.includes(avatar) ? avatar : (avatars[0] ?? avatar));
  const [message, setMessage] = useState<Message | null>(null);
  const { act, pending } = useAction(AvatarPage_Mutation, {});

  const save = async () => {
    const saved = await act({ name: typed.trim() || name, avatar: picked });
    if (saved.outcome !== 'done') {
      setMessage({ text: saved.problem.text, tone: 'bad' });
      return;
    }
    const { user } = saved.payload;
    keepProfile(user);
    setTyped(user.name);
    setMessage({ text: typed.trim() ? words.avatar.success : words.avatar.nameKept(user.name), tone: 'good' });
  };

  return (
    <Card>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <Stack>
          <TextField
            label={words.avatar.name}
            autoComplete="nickname"
            maxLength={100}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <AvatarChoice avatars={avatars} picked={picked} onPick={setPicked} />
          <PrimaryButton type="submit" loading={pending}>
            {words.avatar.submit}
          </PrimaryButton>
        </Stack>
      </form>
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
      <legend className={classes.legend}>{words.avatar.choose}</legend>
      {avatars.map((url, place) => (
        <label key={url} className={classes.option}>
          <input
            type="radio"
            name="avatar"
            aria-label={words.avatar.option(place + 1)}
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
