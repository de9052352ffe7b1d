import {
  type CSSVariablesResolver,
  createTheme,
  type MantineColorsTuple,
  type MantineThemeOverride,
} from '@mantine/core';
import styles from './theme.module.css';

/** The accent in ten steps, as the component library needs a color; 6 is the light one, 5 the dark one. */
const cobalt: MantineColorsTuple = [
  '#e9eefd',
  '#cfdafb',
  '#a9bbf9',
  '#8faaff',
  '#5f82fb',
  '#3d66f5',
  '#2148d6',
  '#1a3bb5',
  '#173396',
  '#1d2748',
];

/** The library's grays, warmed to match ours: it takes surfaces, borders, and hover from these by position. */
const gray: MantineColorsTuple = [
  '#faf9f7',
  '#f4f2ef',
  '#f1eeea',
  '#e6e2dd',
  '#d3cec7',
  '#9c948b',
  '#6e6861',
  '#57524c',
  '#33302c',
  '#1b1917',
];
const dark: MantineColorsTuple = [
  '#f3f0ec',
  '#bdb6ad',
  '#9c948b',
  '#7d766e',
  '#45403a',
  '#2f2b27',
  '#1c1a17',
  '#151311',
  '#12100e',
  '#0d0b0a',
];

/** Sizes, fonts, and defaults of the component library's parts. Colors are in `app/globals.css`. */
export const theme: MantineThemeOverride = createTheme({
  primaryColor: 'cobalt',
  primaryShade: { light: 6, dark: 5 },
  colors: { cobalt, gray, dark },
  fontFamily: 'var(--font-text)',
  fontFamilyMonospace: 'var(--font-machine)',
  fontSizes: { xs: '12.5px', sm: '14px', md: '14px', lg: '15px', xl: '20px' },
  lineHeights: { xs: '18px', sm: '20px', md: '20px', lg: '22px', xl: '28px' },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '16px' },
  defaultRadius: 'md',
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  respectReducedMotion: true,
  cursorType: 'pointer',
  focusRing: 'auto',
  components: {
    // Label, control, and below it the help or the error, which replaces the help.
    InputWrapper: {
      defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] },
      classNames: { root: styles.field, label: styles.label },
    },
    Button: {
      defaultProps: { size: 'sm' },
      classNames: { root: `${styles.reach} ${styles.button}`, section: styles.buttonSection },
    },
    Input: { classNames: { input: styles.input } },
    // A list opens on a click, on typing, and on the arrow keys; focus also comes by Tab, or back from a dialog.
    // What is typed marks the first option that fits, so that Enter takes it.
    Select: {
      defaultProps: { openOnFocus: false, selectFirstOptionOnChange: true },
      classNames: { option: styles.option },
    },
    MultiSelect: {
      defaultProps: { openOnFocus: false, selectFirstOptionOnChange: true },
      classNames: { option: styles.option },
    },
    TagsInput: { defaultProps: { openOnFocus: false } },
    ActionIcon: {
      defaultProps: { size: 32, variant: 'subtle', color: 'gray' },
      classNames: { root: `${styles.reach} ${styles.icon}` },
    },
    Tooltip: {
      defaultProps: { openDelay: 300, withArrow: false, events: { hover: true, focus: true, touch: false } },
    },
    Menu: {
      defaultProps: {
        shadow: 'md',
        transitionProps: { duration: 100 },
        // The first item itself takes the focus; a menu may only contain items.
        withInitialFocusPlaceholder: false,
        // No longer than the room there is, and within the margins of the page.
        middlewares: { size: { padding: 8 }, shift: { padding: 16 } },
      },
      classNames: { item: styles.menuItem, itemSection: styles.menuSection },
    },
    Combobox: { classNames: { option: styles.option } },
    Autocomplete: { classNames: { option: styles.option } },
    Popover: { defaultProps: { shadow: 'md', transitionProps: { duration: 100 } } },
    Modal: {
      defaultProps: { centered: true, transitionProps: { duration: 120 } },
      classNames: { header: styles.modalHeader },
    },
    Drawer: { defaultProps: { transitionProps: { duration: 140 } } },
    // One kind of tabs on pages and in panels.
    Tabs: { classNames: { list: styles.tabs, tab: styles.tab } },
    SegmentedControl: { defaultProps: { transitionDuration: 120 } },
    // A plain knob at the side of its state; a dot in it would look like a second one.
    Switch: { defaultProps: { withThumbIndicator: false } },
  },
});

const colors = {
  '--mantine-color-body': 'var(--ground)',
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-bright': 'var(--ink)',
  '--mantine-color-dimmed': 'var(--ink-third)',
  '--mantine-color-placeholder': 'var(--ink-third)',
  '--mantine-color-anchor': 'var(--accent-text)',
  '--mantine-color-error': 'var(--bad)',
  '--mantine-color-success': 'var(--good)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-hover': 'var(--hover)',
  '--mantine-color-default-color': 'var(--ink)',
  '--mantine-color-default-border': 'var(--line-strong)',
  '--mantine-color-disabled': 'var(--sunken)',
  '--mantine-color-disabled-color': 'var(--ink-third)',
  '--mantine-color-disabled-border': 'var(--line)',
  '--mantine-color-gray-light-color': 'var(--ink-second)',
  '--mantine-color-gray-light-hover': 'var(--hover)',
  '--mantine-primary-color-filled': 'var(--accent)',
  '--mantine-primary-color-filled-hover': 'var(--accent-hover)',
  '--mantine-primary-color-contrast': 'var(--on-accent)',
  '--mantine-primary-color-light': 'var(--accent-soft)',
  '--mantine-primary-color-light-hover': 'var(--accent-soft)',
  '--mantine-primary-color-light-color': 'var(--accent-text)',
  '--mantine-color-cobalt-filled': 'var(--accent)',
  '--mantine-color-cobalt-filled-hover': 'var(--accent-hover)',
  '--mantine-color-cobalt-light': 'var(--accent-soft)',
  '--mantine-color-cobalt-light-hover': 'var(--accent-soft)',
  '--mantine-color-cobalt-light-color': 'var(--accent-text)',
};

/** Passes our tokens to the component library, in both color schemes. */
export const colorVariables: CSSVariablesResolver = () => ({
  variables: {
    '--mantine-shadow-md': 'var(--shadow-float)',
    '--mantine-shadow-xl': 'var(--shadow-float)',
  },
  light: colors,
  dark: colors,
});
