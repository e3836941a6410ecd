import { useState } from 'react';
import { useAction } from '../../apollo/useAction.ts';
import { graphql } from '../../gql/gql.ts';
import type { SecondFactor_stateFragment } from '../../gql/graphql.ts';
import { formatInstant } from '../../lib/time.ts';
import { secondFactor } from '#messages/secondFactor.ts';
import { Button } from '../../ui/Button.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { showToast } from '../../ui/toasts.ts';
import { credentialRefusals, CredentialsForm, type Credentials } from './CredentialsForm.tsx';
import { NewSecret } from './NewSecret.tsx';
import { PanelStep } from './PanelStep.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';

// The state of a second factor; spread with `@unmask`.
graphql(`
  fragment SecondFactor_state on SecondFactor {
    confirmedAt
    recoveryCodesLeft
    required
  }
`);

type FactorState = Omit<SecondFactor_stateFragment, '__typename'>;

const StartSecondFactor_Mutation = graphql(`
  mutation StartSecondFactor_Mutation($input: StartSecondFactorInput!) {
    startSecondFactor(input: $input) {
      ... on StartSecondFactorPayload {
        secret
        uri
      }
      ...Refusal_error @unmask
    }
  }
`);

const RenewRecoveryCodes_Mutation = graphql(`
  mutation RenewRecoveryCodes_Mutation($input: RenewRecoveryCodesInput!) {
    renewRecoveryCodes(input: $input) {
      ... on RecoveryCodesPayload {
        recoveryCodes
      }
      ...Refusal_error @unmask
    }
  }
`);

const DisableSecondFactor_Mutation = graphql(`
  mutation DisableSecondFactor_Mutation($input: DisableSecondFactorInput!) {
    disableSecondFactor(input: $input) {
      ...Refusal_error @unmask
    }
  }
`);

/** Few enough that the next lost phone may use up the rest. */
const FEW_CODES = 3;

type Step =
  | { readonly name: 'state' | 'renew' | 'codes' | 'disable' }
  | { readonly name: 'secret'; readonly secret: string; readonly uri: string }
  | { readonly name: 'kept'; readonly recoveryCodes: readonly string[] };

interface SecondFactorPanelProps {
  factor: FactorState;
  /** Something was changed; called when the user has seen it all. */
  onChanged: () => void;
}

/** Sets up, renews and turns off the viewer's second factor. */
export function SecondFactorPanel({ factor, onChanged }: SecondFactorPanelProps) {
  const [step, setStep] = useState<Step>({ name: 'state' });
  const actions = useSecondFactor(setStep);
  const text = secondFactor;
  const hasFactor = factor.confirmedAt !== null;
  const leave = () => setStep({ name: 'state' });
  const done = () => {
    leave();
    onChanged();
  };
  if (step.name === 'secret') {
    const { secret, uri } = step;
    const onConfirmed = (recoveryCodes: readonly string[]) => setStep({ name: 'kept', recoveryCodes });
    return <NewSecret secret={secret} uri={uri} onConfirmed={onConfirmed} />;
  }
  if (step.name === 'kept') return <RecoveryCodes codes={step.recoveryCodes} onKept={done} />;
  if (!hasFactor) return <SetUp factor={factor} start={actions.start} />;
  const shared = { hasFactor, onCancel: leave };
  if (step.name === 'renew') {
    return (
      <CredentialsForm
        {...shared}
        title={text.renew}
        hints={[text.renewHint]}
        submit={text.next}
        send={actions.start}
      />
    );
  }
  if (step.name === 'codes') {
    return (
      <CredentialsForm
        {...shared}
        title={text.renewCodes}
        hints={[text.renewCodesHint]}
        submit={text.renewCodes}
        send={actions.renewCodes}
      />
    );
  }
  if (step.name === 'disable') {
    const turnOff = async (credentials: Credentials) => {
      const answer = await actions.disable(credentials);
      if (answer.outcome === 'done') {
        showToast({ text: text.turnedOff, tone: 'good' });
        done();
      }
      return answer;
    };
    return (
      <CredentialsForm
        {...shared}
        title={text.turnOff}
        hints={[text.turnOffHint]}
        submit={text.turnOff}
        danger
        send={turnOff}
      />
    );
  }
  return <State factor={factor} onChoose={(name) => setStep({ name })} />;
}

function SetUp({ factor, start }: { factor: FactorState; start: ReturnType<typeof useSecondFactor>['start'] }) {
  const text = secondFactor;
  return (
    <Stack>
      {factor.required && <Notice tone="attention">{text.must}</Notice>}
      <CredentialsForm
        title={text.setUp}
        hints={[text.intro, text.apps, text.passwordHint]}
        submit={text.next}
        hasFactor={false}
        send={start}
      />
    </Stack>
  );
}

function State({ factor, onChoose }: { factor: FactorState; onChoose: (step: 'renew' | 'codes' | 'disable') => void }) {
  const text = secondFactor;
  const { confirmedAt, recoveryCodesLeft, required } = factor;
  return (
    <PanelStep title={text.state} takesFocus={false}>
      <p>{confirmedAt && text.on(formatInstant(confirmedAt))}</p>
      <Facts facts={[[text.left, String(recoveryCodesLeft)]]} />
      {recoveryCodesLeft <= FEW_CODES && <Notice tone="attention">{text.fewLeft}</Notice>}
      <Button variant="light" fullWidth onClick={() => onChoose('codes')}>
        {text.renewCodes}
      </Button>
      <Button variant="light" fullWidth onClick={() => onChoose('renew')}>
        {text.renew}
      </Button>
      {!required && (
        <Button variant="light" danger fullWidth onClick={() => onChoose('disable')}>
          {text.turnOff}
        </Button>
      )}
    </PanelStep>
  );
}

function useSecondFactor(show: (step: Step) => void) {
  const starting = useAction(StartSecondFactor_Mutation, credentialRefusals);
  const renewing = useAction(RenewRecoveryCodes_Mutation, credentialRefusals);
  const disabling = useAction(DisableSecondFactor_Mutation, credentialRefusals);
  return {
    start: async (credentials: Credentials) => {
      const answer = await starting.act(credentials);
      if (answer.outcome === 'done') show({ name: 'secret', ...answer.payload });
      return answer;
    },
    renewCodes: async (credentials: Credentials) => {
      const answer = await renewing.act(credentials);
      if (answer.outcome === 'done') show({ name: 'kept', recoveryCodes: answer.payload.recoveryCodes });
      return answer;
    },
    disable: (credentials: Credentials) => disabling.act(credentials),
  };
}
