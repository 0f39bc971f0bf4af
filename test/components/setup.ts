import '../../web/src/styles/base.css';
import '../../web/src/styles/controls.css';
import { watchConsole } from './console.ts';

watchConsole();
