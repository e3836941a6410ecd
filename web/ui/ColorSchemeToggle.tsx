import { IconMoon, IconSun } from '@tabler/icons-react';
import { words } from '../messages/words.ts';
import { chooseScheme, useColorScheme } from './colorScheme.ts';
import { IconButton } from './IconButton.tsx';

/** Switches between light and dark; until it is used, the theme follows the system. */
export function ColorSchemeToggle({ className }: { className?: string | undefined }) {
  const dark = useColorScheme().scheme === 'dark';
  return (
    <IconButton
      variant="raised"
      className={className}
      aria-label={dark ? words.common.lightTheme : words.common.darkTheme}
      onClick={() => chooseScheme(dark ? 'light' : 'dark')}
    >
      {dark ? <IconSun size={20} aria-hidden /> : <IconMoon size={20} aria-hidden />}
    </IconButton>
  );
}
