import { Transform } from 'class-transformer';
import { IsIn } from 'class-validator';

const FLAGS: ReadonlyMap<string, boolean> = new Map([['true', true], ['false', false]]); // prettier-ignore

/** Makes a setting a flag, which is `true` or `false`. */
export function Flag(): PropertyDecorator {
  const read = Transform(({ value }: { value: string }) => FLAGS.get(value) ?? value);
  const validate = IsIn([true, false]);
  return (target, property) => {
    read(target, property);
    validate(target, property);
  };
}
