import { Command } from 'commander';
import { addBearerTokenCommand } from './create-bearer-token';
import { addGrantCommands } from './grant-commands';
import { addOntologyCommands } from './ontology-commands';
import { addRoleCommands } from './role-commands';
import { addSecretsCommands } from './secrets-commands';
import { addTokenCommands } from './token-commands';
import { addUserCommands } from './user-commands';

/** Returns all tools as one program. Each file adds its own commands. */
export function createProgram(): Command {
  const program = new Command('npm run tool --').description('tools of the Ontology Query Service, with its settings');
  const commands = [
    addBearerTokenCommand,
    addUserCommands,
    addRoleCommands,
    addGrantCommands,
    addTokenCommands,
    addOntologyCommands,
    addSecretsCommands,
  ];
  for (const addCommands of commands) addCommands(program);
  return program;
}
