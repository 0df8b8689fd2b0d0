export type * from './definition.ast';
export { parseExpression, parseStatements } from './parse-statements';
export { printExpression, printQuery, printStatement } from './print-statement';
export { quoteName } from './print-token';
