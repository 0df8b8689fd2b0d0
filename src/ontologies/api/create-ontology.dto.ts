import { ApiProperty } from '@nestjs/swagger';
import { IsString } from 'class-validator';

/** The body of a request that creates an ontology. The model checks the name. */
export class CreateOntologyDto {
  @ApiProperty({ example: 'shop', description: 'Name of the new ontology', minLength: 1, maxLength: 128 })
  @IsString()
  readonly ontology_name: string;
}
