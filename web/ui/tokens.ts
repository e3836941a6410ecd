/**
 * Design tokens, light and dark. Every colour on every screen comes from here; all text pairs reach a contrast of 4.5 :
 * 1.
 */
export const tokens = {
  light: {
    ground: '#fbf5ee',
    surface: '#ffffff',
    sunk: '#f3eae0',
    control: '#f3eae0',
    ink: '#2a1631',
    'ink-2': '#6a5670',
    line: '#e7dacb',
    'control-line': '#94808f',
    field: '#ffffff',
    selected: '#ffffff',
    plum: '#6b1e63',
    'plum-pressed': '#571650',
    'on-plum': '#ffffff',
    marigold: '#f2a20c',
    'marigold-wash': '#fdebcb',
    green: '#0b7a52',
    violet: '#6a3bd0',
    red: '#c9243a',
    'green-text': '#0b7a52',
    'violet-text': '#6a3bd0',
    'red-text': '#c9243a',
    'bad-wash': '#fbe7e6',
    'good-wash': '#e2f3ea',
    shadow: '0 1px 2px #2a163114, 0 6px 18px #2a163112',
    veil: '#2a163166',
  },
  dark: {
    ground: '#150d1a',
    surface: '#211628',
    sunk: '#1a1120',
    control: '#32233b',
    ink: '#f8eefb',
    'ink-2': '#bda9c4',
    line: '#3a2a43',
    'control-line': '#8b7494',
    field: '#1a1120',
    selected: '#3a2a43',
    plum: '#d884cb',
    'plum-pressed': '#e39bd8',
    'on-plum': '#240a20',
    marigold: '#ffbf47',
    'marigold-wash': '#453018',
    green: '#0e8058',
    violet: '#7c52e0',
    red: '#d63a4e',
    'green-text': '#3ecf96',
    'violet-text': '#b79bff',
    'red-text': '#ff7f8d',
    'bad-wash': '#3b1a28',
    'good-wash': '#123428',
    shadow: '0 1px 2px #0006, 0 8px 22px #0005',
    veil: '#06030899',
  },
} as const;

/** Common to both themes. */
export const constants = {
  'clock-card': 'radial-gradient(120% 140% at 100% 0, #8a2a7f 0, #571650 46%, #3a0f3c 100%)',
  'on-color': '#ffffff',
  'loading-ground': '#27408b',
  'radius-card': '20px',
  'radius-control': '14px',
  'radius-sheet': '26px',
  'motion-quick': '150ms',
  'motion-calm': '220ms',
  'ease-out': 'cubic-bezier(0.2, 0.7, 0.2, 1)',
  'column-width': '400px',
} as const;

/**
 * The tokens as a style sheet of custom properties, `--ground` and so on, for the document's head: they are there before
 * any other style sheet. Its first line orders the layers of all of them, lowest first; what is in no layer comes after.
 */
export function tokenStyles(): string {
  return [
    '@layer base, mantine, ui;',
    `:root{${declarations(constants)};${declarations(tokens.light)};color-scheme:light}`,
    `:root[data-mantine-color-scheme='dark']{${declarations(tokens.dark)};color-scheme:dark}`,
  ].join('');
}

function declarations(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';');
}
