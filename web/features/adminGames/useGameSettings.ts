import { useMutation, useSubscription } from '@apollo/client/react';
import type { ApolloCache } from '@apollo/client';
import { errorText } from '../../apollo/errors.ts';
import { refusalText, type RefusalFields } from '../../apollo/refusals.ts';
import { graphql } from '../../gql/gql.ts';
import type { LiveSettings_SubscriptionSubscription } from '../../gql/graphql.ts';
import { words } from '../../messages/words.ts';
import type { Message } from '../../ui/MessagePopup.tsx';

const SetRandomize_Mutation = graphql(`
  mutation SetRandomize_Mutation($input: SetRandomizeInput!) {
    setRandomize(input: $input) {
      ... on SettingsPayload {
        settings {
          randomize
          profitabilityIndex
        }
      }
      ...Refusal_error @unmask
    }
  }
`);

const SetProfitabilityLevel_Mutation = graphql(`
  mutation SetProfitabilityLevel_Mutation($input: SetProfitabilityLevelInput!) {
    setProfitabilityLevel(input: $input) {
      ... on SettingsPayload {
        settings {
          randomize
          profitabilityIndex
        }
      }
      ...Refusal_error @unmask
    }
  }
`);

const LiveSettings_Subscription = graphql(`
  subscription LiveSettings_Subscription {
    settingsChanged {
      randomize
      profitabilityIndex
    }
  }
`);

/** Keeps the game settings in the cache up to date, whichever admin changes them. */
export function useLiveSettings(): void {
  useSubscription(LiveSettings_Subscription, {
    ignoreResults: true,
    onData: ({ client, data: { data } }) => {
      if (data) keepSettings(client.cache, data.settingsChanged);
    },
  });
}

/** Changes the game settings; resolves to the message to show. */
export function useChangeSettings() {
  const [randomize, randomizing] = useMutation(SetRandomize_Mutation, {
    update: (cache, { data }) => {
      if (data?.setRandomize.__typename === 'SettingsPayload') keepSettings(cache, data.setRandomize.settings);
    },
  });
  const [setLevel, settingLevel] = useMutation(SetProfitabilityLevel_Mutation, {
    update: (cache, { data }) => {
      const result = data?.setProfitabilityLevel;
      if (result?.__typename === 'SettingsPayload') keepSettings(cache, result.settings);
    },
  });
  return {
    setRandomize: (on: boolean, reason: string): Promise<Message> =>
      messageOf(async () => {
        const input = { randomize: on, reason: reason.trim() || null };
        return (await randomize({ variables: { input } })).data?.setRandomize;
      }),
    setProfitabilityLevel: (value: number, reason: string): Promise<Message> =>
      messageOf(async () => {
        const input = { value, reason: reason.trim() || null };
        return (await setLevel({ variables: { input } })).data?.setProfitabilityLevel;
      }),
    changing: randomizing.loading || settingLevel.loading,
  };
}

type Result = { readonly __typename: 'SettingsPayload' } | ({ readonly __typename: string } & RefusalFields);

async function messageOf(change: () => Promise<Result | undefined>): Promise<Message> {
  try {
    const result = await change();
    if (result && 'code' in result) return { text: refusalText(result), tone: 'bad' };
    return { text: words.admin.updated, tone: 'good' };
  } catch (error) {
    return { text: errorText(error), tone: 'bad' };
  }
}

type Settings = LiveSettings_SubscriptionSubscription['settingsChanged'];

/** The admin is one object of the cache, which contains the settings. */
function keepSettings(cache: ApolloCache, settings: Settings): void {
  cache.modify({ id: 'Admin:{}', fields: { settings: () => ({ ...settings }) } });
}
