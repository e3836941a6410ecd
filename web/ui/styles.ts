import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/noto-sans-devanagari/standard.css';
import './fonts/fonts.css';
import './global.css';
