import { Described } from '../../http';
import { IsString } from '../../validation';

/** Body of endpoint 4. Whether the name is a good one is for the model to say. */
export class CreateOntologyDto {
  @Described(({ ApiProperty }) => [
    ApiProperty({ example: 'shop', description: 'Name of the new ontology', minLength: 1, maxLength: 128 }),
  ])
  @IsString()
  readonly ontology_name: string;
}
