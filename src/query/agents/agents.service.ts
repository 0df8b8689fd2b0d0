import { Injectable } from '@nestjs/common';
import type { CallToolResult, McpHttpHandler, McpServer } from '@modelcontextprotocol/server' with {
  'resolution-mode': 'import',
};
import { Environment } from '../../config';
import { type ErrorCode } from '../../errors';
import { understandError } from '../../http';
import type { Ontology } from '../../model';
import { OntologyRegistry } from '../../ontologies';
import type { AgentRequest, AgentTool, ToolInput } from './agent-tool';
import { dataTools } from './data-tools';
import { modelTools } from './model-tools';
import { StatementRunnerService } from './statement-runner.service';

/** A message of an agent, with the request that contains it. */
export interface AgentMessage extends AgentRequest {
  readonly request: Request;
  readonly body: unknown;
  /** Called with the code of a tool that has failed, for the log. */
  readonly onRefusal: (code: ErrorCode) => void;
}

const INSTRUCTIONS =
  'Read-only access to ontologies over relational data. Find concepts with search_model, read their columns with describe_concept, then run a SELECT with execute_sql.';

/** Answers the Model Context Protocol (docs/agents.md), without sessions. The library is loaded when the first agent calls. */
@Injectable()
export class AgentsService {
  private readonly tools: readonly AgentTool[];

  constructor(
    private readonly catalogue: OntologyRegistry,
    runner: StatementRunnerService,
    { serviceName }: Environment,
  ) {
    const open = (request: AgentRequest, name: unknown): Promise<Ontology> => this.open(request, String(name));
    this.tools = [...modelTools(open, catalogue), ...dataTools(open, runner, serviceName)];
  }

  /** Returns the response to a message. */
  async answer(message: AgentMessage): Promise<Response> {
    const handler = await this.handlerOf(message);
    return handler.fetch(message.request, { parsedBody: message.body });
  }

  private async handlerOf(message: AgentMessage): Promise<McpHttpHandler> {
    const { createMcpHandler, fromJsonSchema, McpServer: Server } = await import('@modelcontextprotocol/server');
    const create = (): McpServer => {
      const server = new Server({ name: 'ontology-query-service', version: '1' }, { instructions: INSTRUCTIONS });
      for (const tool of this.tools) {
        const described = {
          description: tool.description,
          inputSchema: fromJsonSchema<ToolInput>(tool.input),
          outputSchema: fromJsonSchema(tool.output),
          annotations: { readOnlyHint: true, destructiveHint: false, openWorldHint: false },
        };
        server.registerTool(tool.name, described, (input) => runTool(tool, message, input));
      }
      return server;
    };
    return createMcpHandler(create, { maxSubscriptions: 0, keepAliveMs: 0 });
  }

  /** Looks up an ontology that the caller may see, and notes it for the audit log. */
  private async open({ caller, context }: AgentRequest, name: string): Promise<Ontology> {
    context.audit.ontology = name;
    const ontology = await this.catalogue.get(caller, name);
    Object.assign(context.audit, { ontologyId: ontology.id, version: ontology.version });
    return ontology;
  }
}

/** Runs a tool. An error is an answer that the agent can read: code, message, position and hint, as in docs/errors.md. */
async function runTool(tool: AgentTool, message: AgentMessage, input: ToolInput): Promise<CallToolResult> {
  try {
    const structuredContent = await tool.run(message, input);
    return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent };
  } catch (thrown) {
    const { code, message: text, details } = understandError(thrown);
    message.onRefusal(code);
    const { hint, position } = details;
    return {
      content: [{ type: 'text', text: JSON.stringify({ code, message: text, position, hint }) }],
      isError: true,
    };
  }
}
