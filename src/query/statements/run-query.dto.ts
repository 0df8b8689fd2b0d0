import { ApiProperty } from '@nestjs/swagger';
import { IsBoolean, IsString, MinLength, ValidateBy } from 'class-validator';
import { IfPresent, listOf, mapOf, SCALAR } from '../../http';
import type { Parameters } from './parameter-values';

/** The body of POST query/. */
export class RunQueryDto {
  @ApiProperty({
    example: 'world',
    description: 'The ontology, or `system` for statements about ontologies, users, roles and grants',
  })
  @IsString()
  @MinLength(1)
  readonly ontology_name: string;

  @ApiProperty({
    example: 'SELECT name, `capital_city[city].name` FROM dsvc.country LIMIT 3',
    description: 'Statements of the ontology language, separated by `;`',
  })
  @IsString()
  @MinLength(1)
  readonly query: string;

  @ApiProperty({
    required: false,
    anyOf: [listOf(SCALAR), mapOf(SCALAR)],
    example: { from: 1990 },
    description: 'The values of the parameters of the statements: a list for `?`, an object for `:name`',
  })
  @IfPresent()
  @ValidateBy({
    name: 'isListOrObject',
    validator: {
      validate: (value) => typeof value === 'object' && value !== null,
      defaultMessage: () => 'parameters must be a list or an object',
    },
  })
  readonly parameters?: Parameters;

  @ApiProperty({
    required: false,
    example: true,
    description: 'true: a JSON answer begins with the names and types of its columns',
  })
  @IfPresent()
  @IsBoolean()
  readonly columns?: boolean;
}
