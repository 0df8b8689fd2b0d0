import { readWarning } from './findings';

it.each([
  [
    'line 3, column 42: mapping `m`: no table\n`t`',
    { message: 'mapping `m`: no table\n`t`', isWarning: true, position: { line: 3, column: 42 } },
  ],
  ['the data source was not checked', { message: 'the data source was not checked', isWarning: true }],
])('reads the place of %j', (text, expected) => {
  expect(readWarning(text)).toEqual(expected);
});
