import { Type } from 'class-transformer';
import { IsInt, Max, Min } from 'class-validator';

/** Makes a setting a whole number from `least` to `most`. */
export function WholeNumber(least: number, most: number): PropertyDecorator {
  const decorators = [Type(() => Number), IsInt(), Min(least), Max(most)];
  return (target, property) => {
    for (const decorate of decorators) decorate(target, property);
  };
}
