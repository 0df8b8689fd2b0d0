import { ApiProperty } from '@nestjs/swagger';
import { IsString } from 'class-validator';

/** The body of POST log_in. */
export class LogInDto {
  @ApiProperty({ example: 'ana', description: 'The name of the user' })
  @IsString()
  readonly user: string;

  @ApiProperty({ example: '<password>', description: 'The password of the user', format: 'password' })
  @IsString()
  readonly password: string;
}

/** The body of POST log_in_once. */
export class LogInOnceDto {
  @ApiProperty({
    example: 'once_<64 hexadecimal digits>',
    description: 'A code that the service has printed',
    format: 'password',
  })
  @IsString()
  readonly code: string;
}
