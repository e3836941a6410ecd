import { useQuery } from '@apollo/client/react';
import { ActionIcon, Button } from '@mantine/core';
import IconBookmark from '@tabler/icons-react/dist/esm/icons/IconBookmark.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import { useState } from 'react';
import { useAction } from '../../apollo/useAction.ts';
import { graphql } from '../../gql/gql.ts';
import { paymentFilters } from '#messages/admin/paymentFilters.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Form } from '../../ui/Form.tsx';
import { missing } from '../../ui/missing.ts';
import { Stack } from '../../ui/Stack.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { showToast } from '../../ui/toasts.ts';
import { useForm } from '../../ui/useForm.ts';
import { QueryBoundary } from '../shell/QueryBoundary.tsx';
import classes from './PaymentFilters.module.css';
import { readFilter, writeFilter, type PaymentFilter } from './paymentFilter.ts';

const SavedFilters_Query = graphql(`
  query SavedFilters_Query {
    viewer {
      admin {
        savedFilters(screen: TRANSACTIONS) {
          name
          query
        }
      }
    }
  }
`);

const SaveFilter_Mutation = graphql(`
  mutation SaveFilter_Mutation($input: SaveFilterInput!) {
    saveFilter(input: $input) {
      ...Refusal_error @unmask
    }
  }
`);

const DeleteFilter_Mutation = graphql(`
  mutation DeleteFilter_Mutation($input: DeleteFilterInput!) {
    deleteFilter(input: $input) {
      ...Refusal_error @unmask
    }
  }
`);

const texts = paymentFilters.saved;
const screen = 'TRANSACTIONS';
const options = { refetch: ['SavedFilters_Query'] };

interface SavedFiltersProps {
  filter: PaymentFilter;
  onChoose: (filter: PaymentFilter) => void;
}

/** The admin's own filters by name: to choose, to save what is set now, to delete. */
export function SavedFilters({ filter, onChoose }: SavedFiltersProps) {
  const [opened, setOpened] = useState(false);
  const choose = (query: string) => {
    onChoose(readFilter(new URLSearchParams(query)));
    setOpened(false);
  };
  return (
    <>
      <Button variant="raised" leftSection={<IconBookmark size={18} aria-hidden />} onClick={() => setOpened(true)}>
        {texts.title}
      </Button>
      <Dialog opened={opened} onClose={() => setOpened(false)} title={texts.title} closeButton>
        <Stack>
          <SavedList onChoose={choose} />
          <SaveForm filter={filter} />
        </Stack>
      </Dialog>
    </>
  );
}

function SavedList({ onChoose }: { onChoose: (query: string) => void }) {
  const answer = useQuery(SavedFilters_Query, { fetchPolicy: 'cache-and-network' });
  const { act } = useAction(DeleteFilter_Mutation, options);
  const remove = async (name: string) => {
    const removed = await act({ screen, name });
    showToast(
      removed.problem ? { text: removed.problem.text, tone: 'bad' } : { text: texts.removed(name), tone: 'good' },
    );
  };
  return (
    <QueryBoundary of={answer}>
      {({ viewer }) => {
        const saved = viewer?.admin?.savedFilters ?? [];
        if (saved.length === 0) return <p>{texts.none}</p>;
        return (
          <ul aria-label={texts.title}>
            {saved.map(({ name, query }) => (
              <li key={name} className={classes.saved}>
                <Button variant="light" fullWidth onClick={() => onChoose(query)}>
                  {name}
                </Button>
                <ActionIcon aria-label={texts.remove(name)} onClick={() => void remove(name)}>
                  <IconTrash size={18} aria-hidden />
                </ActionIcon>
              </li>
            ))}
          </ul>
        );
      }}
    </QueryBoundary>
  );
}

function SaveForm({ filter }: { filter: PaymentFilter }) {
  const { act } = useAction(SaveFilter_Mutation, options);
  const form = useForm({
    initial: { name: '' },
    check: ({ name }) => ({ name: missing(name) }),
    send: async ({ name }) => {
      const saved = await act({ screen, name, query: writeFilter(filter).toString() });
      if (saved.problem === null) {
        showToast({ text: texts.done(name.trim()), tone: 'good' });
        form.reset();
      }
      return saved;
    },
  });
  return (
    <Form form={form} submit={texts.submit}>
      <TextField
        label={texts.name}
        description={texts.nameHint}
        maxLength={40}
        autoComplete="off"
        {...form.field('name')}
      />
    </Form>
  );
}
