import IconMoon from '@tabler/icons-react/dist/esm/icons/IconMoon.mjs';
import IconSun from '@tabler/icons-react/dist/esm/icons/IconSun.mjs';
import { common } from '#messages/common.ts';
import { chooseScheme, useColorScheme } from './colorScheme.ts';
import { IconButton } from './IconButton.tsx';

/** Switches between light and dark; until it is used, the theme follows the system. */
export function ColorSchemeToggle({ className }: { className?: string | undefined }) {
  const dark = useColorScheme().scheme === 'dark';
  return (
    <IconButton
      variant="raised"
      className={className}
      aria-label={dark ? common.lightTheme : common.darkTheme}
      onClick={() => chooseScheme(dark ? 'light' : 'dark')}
    >
      {dark ? <IconSun size={20} aria-hidden /> : <IconMoon size={20} aria-hidden />}
    </IconButton>
  );
}
