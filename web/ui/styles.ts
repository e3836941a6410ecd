import '@fontsource-variable/inter/wght.css';
import './fonts/fonts.css';
import './global.css';
