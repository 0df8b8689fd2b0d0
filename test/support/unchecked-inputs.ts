import { ROUTE_ARGS_METADATA, RouteParamtypes } from '@nestjs/common/internal';
import { MetadataScanner, ModulesContainer } from '@nestjs/core';
import { type Type } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { getMetadataStorage } from 'class-validator';

interface Argument {
  readonly index: number;
}

/** What a handler of Nest may be given of a request, that its caller chose. */
const INPUTS: readonly number[] = [
  RouteParamtypes.BODY,
  RouteParamtypes.QUERY,
  RouteParamtypes.PARAM,
  RouteParamtypes.HEADERS,
];
/** What TypeScript tells of a type that is no class. */
const NO_CLASSES: readonly unknown[] = [undefined, Object, String, Number, Boolean, Array];

/** The controllers of all modules. */
export function controllersOf(app: NestFastifyApplication): readonly object[] {
  const modules = [...app.get(ModulesContainer).values()];
  return modules.flatMap(({ controllers }) => [...controllers.values()].map(({ instance }) => instance));
}

/** The arguments of a controller's handlers that have a class without any rule to check them by. */
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
