import { ROUTE_ARGS_METADATA, RouteParamtypes } from '@nestjs/common/internal';
import { MetadataScanner, ModulesContainer } from '@nestjs/core';
import { type Type } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { getMetadataStorage } from 'class-validator';

interface Argument {
  readonly index: number;
}

/** The parameters of a handler of Nest that contain input of the caller. */
const INPUTS: readonly number[] = [
  RouteParamtypes.BODY,
  RouteParamtypes.QUERY,
  RouteParamtypes.PARAM,
  RouteParamtypes.HEADERS,
];
/** The metadata of TypeScript for types that are not classes. */
const NO_CLASSES: readonly unknown[] = [undefined, Object, String, Number, Boolean, Array];

/** Returns the controllers of all modules. */
export function controllersOf(app: NestFastifyApplication): readonly object[] {
  const modules = [...app.get(ModulesContainer).values()];
  return modules.flatMap(({ controllers }) => [...controllers.values()].map(({ instance }) => instance));
}

/** Returns the arguments of a controller's handlers whose class has no validation rules. */
export function inputsWithoutRules(controller: object): readonly string[] {
  const prototype = Object.getPrototypeOf(controller) as object;
  return new MetadataScanner().getAllMethodNames(prototype).flatMap((method) => {
    const found: unknown = Reflect.getMetadata(ROUTE_ARGS_METADATA, controller.constructor, method);
    const types = (Reflect.getMetadata('design:paramtypes', prototype, method) ?? []) as readonly unknown[];
    return Object.entries((found ?? {}) as Readonly<Record<string, Argument>>)
      .filter(([key]) => INPUTS.includes(Number(key.split(':')[0])))
      .filter(([, { index }]) => !NO_CLASSES.includes(types[index]) && !hasRules(types[index] as Type))
      .map(([, { index }]) => `${controller.constructor.name}.${method}: argument ${index}`);
  });
}

function hasRules(type: Type): boolean {
  return getMetadataStorage().getTargetValidationMetadatas(type, '', false, false).length > 0;
}
