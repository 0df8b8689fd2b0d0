import {
  type ArgumentMetadata,
  type ValidationError,
  ValidationPipe,
  type ValidationPipeOptions,
} from '@nestjs/common';
import * as classTransformer from 'class-transformer';
import { ServiceError } from '../../errors';
import { VALIDATOR } from '../../validation';

/**
 * Checks input against its DTO class; unknown fields are refused by name, values are never repeated. class-validator alone takes a field for
 * known whose name every object inherits, such as `hasOwnProperty`.
 */
class InputValidation extends ValidationPipe {
  constructor() {
    super({
      transform: true,
      whitelist: true,
      forbidNonWhitelisted: true,
      validatorPackage: VALIDATOR,
      transformerPackage: classTransformer,
      exceptionFactory: (errors) => new ServiceError('request_malformed', errors.flatMap(messagesOf).join('; ')),
    });
  }

  override transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    const inherited = Object.keys(Object(value) as object).find((name) => name in Object.prototype);
    if (inherited !== undefined) throw new ServiceError('request_malformed', `property ${inherited} should not exist`);
    return super.transform(value, metadata);
  }

  /** No check of ours has to wait. */
  protected override validate(object: object, options?: ValidationPipeOptions): ValidationError[] {
    return VALIDATOR.validateSync(object, options);
  }
}

function messagesOf(error: ValidationError): readonly string[] {
  const own = Object.values(error.constraints ?? {});
  return [...own, ...(error.children ?? []).flatMap(messagesOf)];
}

/**
 * To be named at every body and parameter that has a DTO class: `@Body(INPUT_VALIDATION)`. A global pipe would run for every parameter of
 * every route, which takes longer than the rest of the edge.
 */
export const INPUT_VALIDATION = new InputValidation();
