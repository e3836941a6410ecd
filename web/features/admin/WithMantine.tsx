import { MantineProvider, type MantineColorSchemeManager } from '@mantine/core';
import type { ReactNode } from 'react';
import { chooseScheme, onSchemeChange, readSchemeChoice } from '../../ui/colorScheme.ts';
import './mantineStyles.ts';
import { cssVariablesResolver, theme } from './mantineTheme.ts';

/** Mantine follows the app's colour scheme. */
function schemeManager(): MantineColorSchemeManager {
  let stop = () => {};
  return {
    get: readSchemeChoice,
    // What is reported to Mantine comes back here.
    set: (choice) => {
      if (choice !== readSchemeChoice()) chooseScheme(choice);
    },
    subscribe: (onUpdate) => {
      stop = onSchemeChange(() => onUpdate(readSchemeChoice()));
    },
    unsubscribe: () => stop(),
    clear: () => chooseScheme('auto'),
  };
}

const manager = schemeManager();

/** The theme and styles of Mantine, which only the back office uses. */
export function WithMantine({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      defaultColorScheme="auto"
      colorSchemeManager={manager}
    >
      {children}
    </MantineProvider>
  );
}
