export {
  nestStatement,
  type NestedColumn,
  type NestedStatement,
  type NestedStep,
  type NestingSource,
} from './nest-statement';
