import {
  convertCssVariables,
  deepMerge,
  defaultCssVariablesResolver,
  MantineProvider,
  type MantineColorSchemeManager,
  useMantineTheme,
} from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
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

/** The theme's variables as the text of a style element. Mantine's own sets HTML, which Trusted Types refuse. */
function MantineVariables() {
  const theme = useMantineTheme();
  const css = useMemo(() => {
    const ours = {
      variables: {},
      light: { '--mantine-color-scheme': 'light' },
      dark: { '--mantine-color-scheme': 'dark' },
    };
    return [deepMerge(defaultCssVariablesResolver(theme), cssVariablesResolver(theme)), ours]
      .map((variables) => convertCssVariables(variables, ':root'))
      .join('');
  }, [theme]);
  return <style>{css}</style>;
}

/** The theme and styles of Mantine, which only the back office uses. Its classes by width of the screen are not among them. */
export function WithMantine({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      withCssVariables={false}
      withGlobalClasses={false}
      deduplicateInlineStyles
      defaultColorScheme="auto"
      colorSchemeManager={manager}
    >
      <MantineVariables />
      {children}
    </MantineProvider>
  );
}
