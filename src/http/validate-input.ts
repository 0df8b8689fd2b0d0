import { type ArgumentMetadata, type ValidationError, ValidationPipe } from '@nestjs/common';
import * as classTransformer from 'class-transformer';
import { ServiceError } from '../errors';
import { VALIDATOR } from '../validation';

/** Checks bodies and parameters against their DTO classes; unknown fields are refused by name, values are never repeated. */
export function inputValidation(): ValidationPipe {
  return new InputValidation({
    transform: true,
    whitelist: true,
    forbidNonWhitelisted: true,
    validatorPackage: VALIDATOR,
    transformerPackage: classTransformer,
    exceptionFactory: (errors) => new ServiceError('request_malformed', errors.flatMap(messagesOf).join('; ')),
  });
}

/** What our own decorators give is no input. class-validator alone takes a field for known whose name every object inherits, such as `hasOwnProperty`. */
class InputValidation extends ValidationPipe {
  override transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    if (metadata.type === 'custom') return Promise.resolve(value);
    const inherited = Object.keys(Object(value) as object).find((name) => name in Object.prototype);
    if (inherited !== undefined) throw new ServiceError('request_malformed', `property ${inherited} should not exist`);
    return super.transform(value, metadata);
  }
}

function messagesOf(error: ValidationError): readonly string[] {
  const own = Object.values(error.constraints ?? {});
  return [...own, ...(error.children ?? []).flatMap(messagesOf)];
}
