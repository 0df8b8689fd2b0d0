import { Validator } from 'class-validator/cjs/validation/Validator';

export { IsIn } from 'class-validator/cjs/decorator/common/IsIn';
export { IsInt } from 'class-validator/cjs/decorator/typechecker/IsInt';
export { IsOptional } from 'class-validator/cjs/decorator/common/IsOptional';
export { IsString } from 'class-validator/cjs/decorator/typechecker/IsString';
export { Matches } from 'class-validator/cjs/decorator/string/Matches';
export { Max } from 'class-validator/cjs/decorator/number/Max';
export { Min } from 'class-validator/cjs/decorator/number/Min';
export { MinLength } from 'class-validator/cjs/decorator/string/MinLength';
export { ValidateBy } from 'class-validator/cjs/decorator/common/ValidateBy';
export { ValidateIf } from 'class-validator/cjs/decorator/common/ValidateIf';

/**
 * What checks classes by their decorators. These parts of class-validator are loaded instead of the whole of it, which brings checks of
 * telephone numbers and the like: a tenth of the files of a start.
 */
export const VALIDATOR = new Validator();
