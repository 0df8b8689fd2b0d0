import { type CustomDecorator, SetMetadata } from '@nestjs/common';

export const IS_PUBLIC = 'auth:public';

/** Marks a controller or a route that needs no API key; every other one is closed. */
export const Public = (): CustomDecorator => SetMetadata(IS_PUBLIC, true);
