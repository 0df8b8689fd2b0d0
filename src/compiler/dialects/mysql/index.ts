export { mysql } from './mysql';
