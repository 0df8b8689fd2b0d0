import { Transform } from 'class-transformer';
import { IsInt, Min } from 'class-validator';
import { readDuration } from './read-duration';

/** Makes a setting a duration of at least a second (`readDuration`), in seconds. */
export function Duration(): PropertyDecorator {
  const decorators = [Transform(({ value }: { value: string }) => readDuration(value)), IsInt(), Min(1)];
  return (target, property) => {
    for (const decorate of decorators) decorate(target, property);
  };
}
