import type { NestFastifyApplication } from '@nestjs/platform-fastify';

/** A value for each variable part of a route. */
const EXAMPLES: Readonly<Record<string, string>> = {
  ':config_name': 'REGION',
  ':ontology_name': 'shop',
  ':concept_name': 'thing',
  ':view_name': 'nothing',
  ':prompt_name': 'generate_sql',
  ':response_id': '6f1c2a34-5b7e-4c1d-9a0f-2d3e4f5a6b7c',
  '/docs*': '/docs/swagger-ui.css',
};

/** Returns a path for each route of the application. */
export function addressesOf(app: NestFastifyApplication): readonly string[] {
  const routes = readRoutes(app.getHttpAdapter().getInstance().printRoutes({ commonPrefix: false }));
  return routes.map((route) =>
    Object.entries(EXAMPLES).reduce((address, [part, example]) => address.replace(part, example), route),
  );
}

/** Reads all routes of Fastify from the tree that it prints. */
function readRoutes(tree: string): readonly string[] {
  const above: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', path = ''] = /^(.*)[├└]── (\S+)(?: \(.*\))?$/.exec(line) ?? [];
    if (path === '') return [];
    const depth = indent.length / 4;
    above.splice(depth, above.length, path);
    return line.endsWith(')') ? [above.join('')] : [];
  });
}
