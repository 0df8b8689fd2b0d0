import { Transform } from 'class-transformer';
import { ValidateBy } from 'class-validator';
import { readList } from './read-list';

/** Makes a setting a list that is separated by commas, whose parts satisfy `isPart`; `form` describes them for messages. */
export function ListOf(isPart: (part: string) => boolean, form: string): PropertyDecorator {
  const read = Transform(({ value }: { value: string }) => readList(value));
  const validate = ValidateBy({
    name: 'isListOf',
    validator: {
      validate: (parts: readonly string[]) => parts.every((part) => isPart(part)),
      defaultMessage: () => `$property must be a comma-separated list of ${form}`,
    },
  });
  return (target, property) => {
    read(target, property);
    validate(target, property);
  };
}
