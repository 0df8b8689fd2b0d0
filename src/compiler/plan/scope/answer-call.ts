import { type Call, type Literal, PRODUCT_NAME, type Written } from '../../../model';
import type { PlanContext } from './planning';

const userName = ({ caller }: PlanContext): string => caller.name;
const ontologyName = ({ ontology }: PlanContext): string => ontology.name;

/**
 * Functions that return the current user, database or version. The service evaluates them with its own users and
 * ontologies.
 */
const ANSWERS: ReadonlyMap<string, (context: PlanContext) => string> = new Map([
  ['USER', userName],
  ['CURRENT_USER', userName],
  ['SESSION_USER', userName],
  ['SYSTEM_USER', userName],
  ['DATABASE', ontologyName],
  ['SCHEMA', ontologyName],
  ['VERSION', () => PRODUCT_NAME],
]);

/** Returns what computes the value of a function without arguments. `svc_username` is the name that clients of the text interface use. */
function answerOf(name: string, { serviceName }: PlanContext): ((context: PlanContext) => string) | undefined {
  return name === `${serviceName}_username`.toUpperCase() ? userName : ANSWERS.get(name);
}

/** Returns the value of a call that the data source must not evaluate, or undefined for any other call. */
export function answerCall(call: Call<Written>, context: PlanContext): Literal | undefined {
  const answer = call.arguments.length === 0 && call.over === undefined ? answerOf(call.name, context) : undefined;
  return answer && { kind: 'literal', type: 'string', text: answer(context), at: call.at };
}
