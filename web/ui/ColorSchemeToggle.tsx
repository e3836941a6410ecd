import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconMoon, IconSun } from '@tabler/icons-react';
import { words } from '../messages/words.ts';

/** Switches between light and dark; until it is used, the theme follows the system. */
export function ColorSchemeToggle({ className }: { className?: string | undefined }) {
  const { setColorScheme } = useMantineColorScheme();
  const dark = useComputedColorScheme('light') === 'dark';
  return (
    <ActionIcon
      variant="raised"
      className={className ?? ''}
      aria-label={dark ? words.common.lightTheme : words.common.darkTheme}
      onClick={() => setColorScheme(dark ? 'light' : 'dark')}
    >
      {dark ? <IconSun size={20} aria-hidden /> : <IconMoon size={20} aria-hidden />}
    </ActionIcon>
  );
}
