import { type ValidationError, ValidationPipe } from '@nestjs/common';
import { ServiceError } from '../errors';

/** Checks bodies and parameters against their DTO classes; unknown fields are refused by name, values are never repeated. */
export function inputValidation(): ValidationPipe {
  return new ValidationPipe({
    transform: true,
    whitelist: true,
    forbidNonWhitelisted: true,
    exceptionFactory: (errors) => new ServiceError('request_malformed', errors.flatMap(messagesOf).join('; ')),
  });
}

function messagesOf(error: ValidationError): readonly string[] {
  const own = Object.values(error.constraints ?? {});
  return [...own, ...(error.children ?? []).flatMap(messagesOf)];
}
