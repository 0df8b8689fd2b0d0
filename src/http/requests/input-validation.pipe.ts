import { type ArgumentMetadata, Injectable, type ValidationError, ValidationPipe } from '@nestjs/common';
import * as classTransformer from 'class-transformer';
import * as classValidator from 'class-validator';
import { ServiceError } from '../../errors';

/**
 * Validates every input of a route that has a DTO class; rejects unknown fields by name and never repeats values. class-validator alone
 * accepts an unknown field whose name every object inherits, for example `hasOwnProperty`.
 */
@Injectable()
export class InputValidationPipe extends ValidationPipe {
  constructor() {
    super({
      transform: true,
      whitelist: true,
      forbidNonWhitelisted: true,
      validatorPackage: classValidator,
      transformerPackage: classTransformer,
      exceptionFactory: (errors) => new ServiceError('request_malformed', errors.flatMap(messagesOf).join('; ')),
    });
  }

  override transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    const inherited = this.toValidate(metadata) ? inheritedName(value) : undefined;
    if (inherited !== undefined) throw new ServiceError('request_malformed', `property ${inherited} should not exist`);
    return super.transform(value, metadata);
  }
}

/** Validates a field only where the input has it; `null` is a value. */
export function IfPresent(): PropertyDecorator {
  return classValidator.ValidateIf((_, value) => value !== undefined);
}

function inheritedName(value: unknown): string | undefined {
  return Object.keys(Object(value) as object).find((name) => name in Object.prototype);
}

function messagesOf(error: ValidationError): readonly string[] {
  const own = Object.values(error.constraints ?? {});
  return [...own, ...(error.children ?? []).flatMap(messagesOf)];
}
