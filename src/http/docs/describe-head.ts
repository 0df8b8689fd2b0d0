/** The members of an OpenAPI operation that HEAD has as well; others are copied. */
interface Operation {
  readonly operationId?: string;
  readonly summary?: string;
}

/** The responses of HEAD: those of GET, without their bodies. */
const RESPONSES = {
  200: { description: 'The headers of the answer to GET' },
  '4XX': { description: 'The status and the headers of the error that GET has' },
  '5XX': { description: 'The status and the headers of the error that GET has' },
};

/** Returns the OpenAPI description of HEAD on a path with this GET. */
export function describeHead<Get extends Operation>(get: Get): Get & { readonly responses: typeof RESPONSES } {
  const { operationId = '', summary = '' } = get;
  return { ...get, operationId: `${operationId}_head`, summary: `Only the headers: ${summary}`, responses: RESPONSES };
}
