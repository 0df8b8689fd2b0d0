export { nestStatement, type NestedColumn, type NestedStatement } from './nest-statement';
