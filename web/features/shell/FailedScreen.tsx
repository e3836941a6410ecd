import { errors } from '#messages/errors.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Screen } from './Screen.tsx';

interface FailureProps {
  text: string;
  onRetry: () => void;
}

/** In place of a page that can't be shown, with the header: what happened, and a retry button. */
export function FailedScreen(failure: FailureProps) {
  return (
    <Screen title={errors.heading}>
      <ErrorState {...failure} />
    </Screen>
  );
}
