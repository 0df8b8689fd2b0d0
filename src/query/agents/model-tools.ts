import { ServiceError, suggest } from '../../errors';
import { type Concept, nameKey, type Ontology } from '../../model';
import type { OntologyRegistry } from '../../ontologies';
import {
  type AgentTool,
  CONCEPT_NAME,
  listSchema,
  objectSchema,
  ONTOLOGY_NAME,
  type OpenOntology,
  TEXT,
} from './agent-tool';
import { findPaths } from './find-paths';
import { searchModel } from './search-model';

const MOST_MATCHES = 20;
const MOST_LISTED = 1000;
const FLAG = { type: 'boolean' };

/** Returns the concept of this name; the error for an unknown one suggests others. */
export function getConcept(ontology: Ontology, name: string): Concept {
  const concept = ontology.concepts.get(nameKey(name));
  if (concept !== undefined) return concept;
  const names = [...ontology.concepts.values()].map((one) => one.name);
  throw new ServiceError('plan_unknown_table', `there is no concept "${name}" in this ontology`, {
    hint: suggest(name, names) ?? 'search_model finds concepts by words',
  });
}

/** Returns the tools that read the model, which requires ACCESS to the ontology. */
export function modelTools(open: OpenOntology, catalogue: Pick<OntologyRegistry, 'list'>): readonly AgentTool[] {
  return [listOntologiesTool(catalogue), searchModelTool(open), listViewsTool(open), findPathTool(open)];
}

function listOntologiesTool(catalogue: Pick<OntologyRegistry, 'list'>): AgentTool {
  return {
    name: 'list_ontologies',
    description:
      'Lists the ontologies that you may see. Each is a model of concepts over relational data. Call this first.',
    input: objectSchema({}),
    output: objectSchema({
      ontologies: listSchema(objectSchema({ name: TEXT, description: TEXT })),
      truncated: FLAG,
    }),
    run: async ({ caller, context }) => {
      context.audit.statement = 'list_ontologies';
      const all = (await catalogue.list(caller)).map(({ name, description }) => ({ name, description }));
      return { ontologies: all.slice(0, MOST_LISTED), truncated: all.length > MOST_LISTED };
    },
  };
}

function searchModelTool(open: OpenOntology): AgentTool {
  return {
    name: 'search_model',
    description:
      'Finds concepts, properties, relationships and views by words in their names, synonyms and descriptions, best first. Call this to find out what a question refers to.',
    input: objectSchema({ ontology: ONTOLOGY_NAME, text: { ...TEXT, minLength: 1, maxLength: 500 } }),
    output: objectSchema({
      matches: listSchema(objectSchema({ kind: TEXT, name: TEXT, concept: TEXT, description: TEXT })),
      truncated: FLAG,
    }),
    run: async (request, { ontology, text }) => {
      request.context.audit.statement = 'search_model';
      const matches = searchModel(await open(request, ontology), String(text), MOST_MATCHES + 1);
      return { matches: matches.slice(0, MOST_MATCHES), truncated: matches.length > MOST_MATCHES };
    },
  };
}

function listViewsTool(open: OpenOntology): AgentTool {
  return {
    name: 'list_views',
    description: 'Lists the prepared views of an ontology. Query them as vsvc.<name>.',
    input: objectSchema({ ontology: ONTOLOGY_NAME }),
    output: objectSchema({ views: listSchema(objectSchema({ name: TEXT, description: TEXT })), truncated: FLAG }),
    run: async (request, { ontology }) => {
      request.context.audit.statement = 'list_views';
      const views = [...(await open(request, ontology)).views.values()];
      const listed = views.slice(0, MOST_LISTED).map(({ name, description }) => ({ name, description }));
      return { views: listed, truncated: views.length > MOST_LISTED };
    },
  };
}

function findPathTool(open: OpenOntology): AgentTool {
  return {
    name: 'find_path',
    description:
      'Finds the shortest paths over relationships from one concept to another. A SELECT from the first concept reads a column of the second as `path.column`, in backticks.',
    input: objectSchema({ ontology: ONTOLOGY_NAME, from: CONCEPT_NAME, to: CONCEPT_NAME }),
    output: objectSchema({ paths: listSchema(objectSchema({ path: TEXT, steps: { type: 'integer' } })) }),
    run: async (request, { ontology: name, from, to }) => {
      request.context.audit.statement = 'find_path';
      const ontology = await open(request, name);
      return { paths: findPaths(ontology, getConcept(ontology, String(from)), getConcept(ontology, String(to))) };
    },
  };
}
