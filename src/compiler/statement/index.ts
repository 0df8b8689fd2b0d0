export type * from './definition.ast';
export { parseExpression, parseStatements } from './parse-statements';
export { isAccount } from './print-account';
export { isRead } from './print-read';
export { printExpression, printQuery, printStatement } from './print-statement';
export { quoteName } from './print-token';
export { locateOffset } from './refuse-text';
