import type { ApolloCache } from '@apollo/client';
import { useSubscription } from '@apollo/client/react';
import { useAction, type Problem } from '../../apollo/useAction.ts';
import { graphql } from '../../gql/gql.ts';
import type { LiveSettings_SubscriptionSubscription } from '../../gql/graphql.ts';
import { updatedWhat } from '#messages/admin/updatedWhat.ts';
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
  const randomizing = useAction(SetRandomize_Mutation, {
    update: (cache, { settings }) => keepSettings(cache, settings),
  });
  const settingLevel = useAction(SetProfitabilityLevel_Mutation, {
    update: (cache, { settings }) => keepSettings(cache, settings),
  });
  return {
    setRandomize: async (randomize: boolean, reason: string): Promise<Message> =>
      messageOf(
        await randomizing.act({ randomize, reason: reason.trim() || null }),
        randomize ? updatedWhat.randomized : updatedWhat.notRandomized,
      ),
    setProfitabilityLevel: async (value: number, reason: string): Promise<Message> =>
      messageOf(await settingLevel.act({ value, reason }), updatedWhat.level(value)),
    changing: randomizing.pending || settingLevel.pending,
  };
}

function messageOf({ problem }: { readonly problem: Problem | null }, done: string): Message {
  return problem ? { text: problem.text, tone: 'bad' } : { text: done, tone: 'good' };
}

type Settings = LiveSettings_SubscriptionSubscription['settingsChanged'];

/** The admin is one object of the cache, which contains the settings. */
function keepSettings(cache: ApolloCache, settings: Settings): void {
  cache.modify({ id: 'Admin:{}', fields: { settings: () => ({ ...settings }) } });
}
