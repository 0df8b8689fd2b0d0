export { stopInOrder } from './lifecycle';
