export { DIALECTS } from './table';
