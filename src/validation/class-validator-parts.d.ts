/** class-validator gives its parts no types of their own. */
declare module 'class-validator/cjs/decorator/common/IsIn' {
  export { IsIn } from 'class-validator';
}
declare module 'class-validator/cjs/decorator/typechecker/IsInt' {
  export { IsInt } from 'class-validator';
}
declare module 'class-validator/cjs/decorator/common/IsOptional' {
  export { IsOptional } from 'class-validator';
}
declare module 'class-validator/cjs/decorator/typechecker/IsString' {
  export { IsString } from 'class-validator';
}
declare module 'class-validator/cjs/decorator/string/Matches' {
  export { Matches } from 'class-validator';
}
declare module 'class-validator/cjs/decorator/number/Max' {
  export { Max } from 'class-validator';
}
declare module 'class-validator/cjs/decorator/number/Min' {
  export { Min } from 'class-validator';
}
declare module 'class-validator/cjs/decorator/string/MinLength' {
  export { MinLength } from 'class-validator';
}
declare module 'class-validator/cjs/decorator/common/ValidateBy' {
  export { ValidateBy } from 'class-validator';
}
declare module 'class-validator/cjs/decorator/common/ValidateIf' {
  export { ValidateIf } from 'class-validator';
}
declare module 'class-validator/cjs/validation/Validator' {
  export { Validator } from 'class-validator';
}
