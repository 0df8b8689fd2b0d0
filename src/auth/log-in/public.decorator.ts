import { type CustomDecorator, SetMetadata } from '@nestjs/common';

export const IS_PUBLIC = 'auth:public';

/** Marks a controller or a route that requires no API key; all others require one. */
export const Public = (): CustomDecorator => SetMetadata(IS_PUBLIC, true);
