import { shell } from '#messages/admin/shell.ts';
import { Button } from '../../ui/Button.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { AuthLayout } from '../auth/AuthLayout.tsx';
import { useLogout } from '../session/useLogout.ts';
import { SecondFactorPanel } from './SecondFactorPanel.tsx';

const none = { confirmedAt: null, recoveryCodesLeft: 0, required: true } as const;

/** In place of every page of an admin who must have a second factor and has none. */
export function EnrolFirst() {
  const logout = useLogout();
  return (
    <AuthLayout heading={shell.secondFactor}>
      <Stack>
        {/* What was refused until now is asked for again. */}
        <SecondFactorPanel factor={none} onChanged={() => location.reload()} />
        <Button variant="raised" onClick={() => void logout()}>
          {shell.logout}
        </Button>
      </Stack>
    </AuthLayout>
  );
}
