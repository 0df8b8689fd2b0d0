import { ApiProperty } from '@nestjs/swagger';
import { IsString, MinLength } from 'class-validator';

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
}
