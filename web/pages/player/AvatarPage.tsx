import { useMutation, useQuery } from '@apollo/client/react';
import { TextInput } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { errorText } from '../../apollo/errors.ts';
import { refusalText } from '../../apollo/refusals.ts';
import { keepSession, readSession } from '../../apollo/sessionStore.ts';
import { QueryBoundary } from '../../features/shell/QueryBoundary.tsx';
import { Screen } from '../../features/shell/Screen.tsx';
import { graphql } from '../../gql/gql.ts';
import { words } from '../../messages/words.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/Card.tsx';
import { MessagePopup, type Message } from '../../ui/MessagePopup.tsx';
import { PrimaryButton } from '../../ui/PrimaryButton.tsx';
import { Stack } from '../../ui/Stack.tsx';
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
  const [mutate, { loading }] = useMutation(AvatarPage_Mutation);

  const save = async () => {
    try {
      const { data } = await mutate({ variables: { input: { name: typed.trim() || name, avatar: picked } } });
      const result = data?.updateProfile;
      if (result?.__typename === 'UpdateProfilePayload') {
        const session = readSession();
        const { name: newName, avatar: newAvatar } = result.user;
        if (session) keepSession({ ...session, user: { ...session.user, name: newName, avatar: newAvatar } });
        setTyped(newName);
        setMessage({ text: typed.trim() ? words.avatar.success : words.avatar.nameKept(newName), tone: 'good' });
      } else if (result) {
        setMessage({ text: refusalText(result), tone: 'bad' });
      }
    } catch (error) {
      setMessage({ text: errorText(error), tone: 'bad' });
    }
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
          <TextInput
            label={words.avatar.name}
            autoComplete="nickname"
            maxLength={100}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <fieldset className={classes.avatars}>
            <legend className={classes.legend}>{words.avatar.choose}</legend>
            {avatars.map((url, place) => (
              <label key={url} className={classes.option}>
                <input
                  type="radio"
                  name="avatar"
                  aria-label={words.avatar.option(place + 1)}
                  checked={picked === url}
                  onChange={() => setPicked(url)}
                />
                <img src={url} alt="" width={72} height={72} loading="lazy" />
                {picked === url && <IconCheck size={22} aria-hidden />}
              </label>
            ))}
          </fieldset>
          <PrimaryButton type="submit" loading={loading}>
            {words.avatar.submit}
          </PrimaryButton>
        </Stack>
      </form>
      <MessagePopup message={message} onClose={() => setMessage(null)} />
    </Card>
  );
}
