import { Controller, HttpCode, Param, Post } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { ServiceError, suggest } from '../../errors';
import { BODY_REFUSALS, DescribeAnswer, listOf, objectOf, STRING, successOf } from '../../http';
import { PROMPT_TEMPLATES, type PromptMessage } from './prompt-templates';

/** The prompts that agent frameworks fill and send to a language model of their own (docs/text-interface.md). */
@ApiTags('statements as text')
@Controller('llm_prompts')
export class PromptsController {
  /** Returns the messages of a prompt; throws `request_unknown_path` for any other name. */
  @Post(':prompt_name')
  @HttpCode(200)
  @ApiParam({ name: 'prompt_name', example: 'generate_sql' })
  @ApiOperation({ summary: 'Return the messages of a prompt for a language model, with placeholders' })
  @DescribeAnswer(
    {
      schema: successOf({ data: listOf(objectOf({ type: STRING, role: STRING, template: STRING })) }),
      example: {
        data: [{ type: 'HumanMessage', role: 'human', template: 'Question: {question}' }],
        status: 'success',
      },
    },
    404,
    ...BODY_REFUSALS,
  )
  read(@Param('prompt_name') name: string): readonly PromptMessage[] {
    const messages = PROMPT_TEMPLATES.get(name);
    if (messages !== undefined) return messages;
    throw new ServiceError('request_unknown_path', `there is no prompt "${name}"`, {
      hint: suggest(name, PROMPT_TEMPLATES.keys()) ?? `the prompts are ${[...PROMPT_TEMPLATES.keys()].join(', ')}`,
    });
  }
}
