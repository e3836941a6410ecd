import {
  createTheme,
  defaultVariantColorsResolver,
  type CSSVariablesResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core';
import { common } from '#messages/common.ts';
import { tokens } from '../../ui/tokens.ts';
import { InputLabelText } from './InputLabelText.tsx';

const plum: MantineColorsTuple = [
  '#fbeef9',
  '#f2d8ee',
  '#e6b3df',
  '#d884cb',
  '#c45fb6',
  '#a53f98',
  '#8a2a7f',
  '#6b1e63',
  '#571650',
  '#3a0f3c',
];

/** Mantine's gray (light) and dark scales are mapped to our own lines and wells, so that no default grey is shown. */
const gray: MantineColorsTuple = [
  '#fdfaf6',
  '#f3eae0',
  '#f3eae0',
  '#e7dacb',
  '#94808f',
  '#94808f',
  '#6a5670',
  '#6a5670',
  '#4a3551',
  '#2a1631',
];

const dark: MantineColorsTuple = [
  '#f8eefb',
  '#d9c8df',
  '#bda9c4',
  '#bda9c4',
  '#8b7494',
  '#3a2a43',
  '#1a1120',
  '#211628',
  '#1a1120',
  '#150d1a',
];

/**
 * Filled controls are plum or, for destructive actions, red; raised ones are used on the ground between cards; all
 * others are sunk in their surface.
 */
const variantColorResolver: VariantColorsResolver = (input) => {
  const danger = input.color === 'red';
  const text = danger ? 'var(--red-text)' : 'var(--plum)';
  if (input.variant === 'filled') {
    return danger
      ? { background: 'var(--red)', hover: 'var(--red)', color: 'var(--on-color)', border: '1px solid transparent' }
      : {
          background: 'var(--plum)',
          hover: 'var(--plum-pressed)',
          color: 'var(--on-plum)',
          border: '1px solid transparent',
        };
  }
  if (input.variant === 'raised') {
    return {
      background: 'var(--surface)',
      hover: 'var(--sunk)',
      color: 'var(--ink)',
      border: '1px solid var(--line)',
    };
  }
  if (input.variant === 'light' || input.variant === 'default') {
    return {
      background: 'var(--control)',
      // Red on the line's colour has too little contrast.
      hover: danger ? 'var(--control)' : 'var(--line)',
      color: danger ? text : 'var(--ink)',
      border: '1px solid transparent',
    };
  }
  if (input.variant === 'subtle' || input.variant === 'transparent') {
    return { background: 'transparent', hover: 'var(--sunk)', color: text, border: '1px solid transparent' };
  }
  return defaultVariantColorsResolver(input);
};

export const theme = createTheme({
  fontFamily: "'Inter Variable', 'Noto Sans Devanagari', 'Kohinoor Devanagari', 'Nirmala UI', system-ui, sans-serif",
  fontSizes: { xs: '0.78125rem', sm: '0.84375rem', md: '0.9375rem', lg: '1.0625rem', xl: '1.25rem' },
  lineHeights: { md: '1.45' },
  headings: { fontWeight: '650', sizes: { h1: { fontSize: '1.0625rem' }, h2: { fontSize: '0.9375rem' } } },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  radius: { xs: '8px', sm: '10px', md: '14px', lg: '20px', xl: '26px' },
  defaultRadius: 'md',
  primaryColor: 'plum',
  primaryShade: { light: 7, dark: 3 },
  colors: { plum, gray, dark },
  white: '#ffffff',
  black: tokens.light.ink,
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
  variantColorResolver,
  components: {
    Button: {
      defaultProps: { size: 'md', h: 'auto', mih: 48, py: 4 },
      // Mantine hides what exceeds the label's single line: descenders, and a word that a narrow row has no room for.
      styles: { root: { minWidth: 'min-content' }, label: { whiteSpace: 'normal', lineHeight: 1.3 } },
    },
    ActionIcon: { defaultProps: { size: 44, variant: 'default' } },
    CloseButton: { defaultProps: { size: 44, iconSize: 22 } },
    InputLabel: { defaultProps: { component: InputLabelText } },
    TextInput: { defaultProps: { size: 'md' } },
    PasswordInput: { defaultProps: { size: 'md' } },
    Textarea: { defaultProps: { size: 'md' } },
    NativeSelect: { defaultProps: { size: 'md' } },
    Select: { defaultProps: { size: 'md' } },
    NumberInput: { defaultProps: { size: 'md' } },
    FileInput: { defaultProps: { size: 'md' } },
    Modal: {
      defaultProps: { centered: true, radius: 'lg', closeButtonProps: { 'aria-label': common.close } },
      styles: { title: { fontSize: '1.0625rem', fontWeight: 650 } },
    },
    Menu: { styles: { dropdown: { padding: 6 }, item: { minHeight: 44, paddingInline: 14, fontSize: '0.9375rem' } } },
    SegmentedControl: {
      styles: {
        root: { background: 'var(--sunk)' },
        control: { '--separator-color': 'var(--line)' },
        label: { color: 'var(--ink)', minHeight: 40, display: 'grid', placeItems: 'center' },
      },
    },
  },
});

/** Mantine's own variables expressed by our tokens, which the document has. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: mantineVariables,
  dark: mantineVariables,
});

const mantineVariables = {
  '--mantine-color-body': 'var(--surface)',
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-bright': 'var(--ink)',
  '--mantine-color-dimmed': 'var(--ink-2)',
  '--mantine-color-placeholder': 'var(--ink-2)',
  '--mantine-color-anchor': 'var(--plum)',
  '--mantine-color-error': 'var(--red-text)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-hover': 'var(--sunk)',
  '--mantine-color-default-color': 'var(--ink)',
  '--mantine-color-default-border': 'var(--control-line)',
  '--mantine-color-disabled': 'var(--sunk)',
  '--mantine-color-disabled-color': 'var(--ink-2)',
  '--mantine-color-disabled-border': 'var(--line)',
  '--mantine-primary-color-filled': 'var(--plum)',
  '--mantine-primary-color-filled-hover': 'var(--plum-pressed)',
  '--mantine-primary-color-light': 'var(--sunk)',
  '--mantine-primary-color-light-hover': 'var(--line)',
  '--mantine-primary-color-light-color': 'var(--plum)',
  '--mantine-primary-color-contrast': 'var(--on-plum)',
};
