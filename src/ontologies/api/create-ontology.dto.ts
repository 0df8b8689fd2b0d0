import { Described } from '../../http';
import { IsString } from '../../validation';

/** The body of a request that creates an ontology. The model checks the name. */
export class CreateOntologyDto {
  @Described(({ ApiProperty }) => [
    ApiProperty({ example: 'shop', description: 'Name of the new ontology', minLength: 1, maxLength: 128 }),
  ])
  @IsString()
  readonly ontology_name: string;
}
