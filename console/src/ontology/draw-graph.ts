import cytoscape, { type ElementDefinition, type StylesheetJson } from 'cytoscape';
import type { Graph, Line, Node } from './neighbours';
import { placesAroundFirst, placesOutside } from './places';
import { type Point, printSvg, type Scene } from './print-svg';

export interface Drawing {
  /** Adds what is new, and keeps the places of everything else. */
  readonly show: (graph: Graph) => void;
  /** Returns the whole picture as the data URL of a PNG. */
  readonly png: () => string;
  /** Returns the whole picture as an SVG document. */
  readonly svg: () => string;
  readonly end: () => void;
}

interface Handlers {
  readonly onOpen: (name: string) => void;
  readonly onShow: (name: string) => void;
}

/** Elements that are added at once: more would keep the page from answering for too long. */
const PART = 40;
/** The distance of the picture from its frame. */
const MARGIN = 30;

/** Draws graphs into an element, in parts between which the page answers; `aria-busy` of the element says whether it draws. */
export function drawGraph(container: HTMLElement, { onOpen, onShow }: Handlers): Drawing {
  const core = cytoscape({
    container,
    style: stylesOf(container),
    maxZoom: 2,
    minZoom: 0.1,
    boxSelectionEnabled: false,
  });
  core.on('onetap', 'node', (event) => {
    onOpen((event.target as cytoscape.NodeSingular).id());
  });
  core.on('dbltap', 'node', (event) => {
    onShow((event.target as cytoscape.NodeSingular).id());
  });
  let latest: Graph | undefined;
  const show = async (graph: Graph): Promise<void> => {
    latest = graph;
    container.ariaBusy = 'true';
    const missing = missingOf(core, graph);
    if (missing.length > PART) makeRoom(core, missing);
    for (const part of partsOf(missing)) {
      core.add([...part]);
      await nextFrame();
      // a later graph contains this one, and has been given the rest
      if (latest !== graph) return;
    }
    if (missing.length > 0) core.fit(undefined, MARGIN);
    container.ariaBusy = 'false';
  };
  return {
    show: (graph) => void show(graph),
    png: () => core.png({ full: true, scale: 2, bg: coloursOf(container).ground }),
    svg: () => printSvg(sceneOf(core, coloursOf(container))),
    end: () => {
      latest = undefined;
      core.destroy();
    },
  };
}

/** Returns the elements of a graph that are not drawn, nodes first and at their places. */
function missingOf(core: cytoscape.Core, { nodes, lines }: Graph): readonly ElementDefinition[] {
  const taken = core.nodes().map((node) => node.position());
  const added = nodes.filter(({ id }) => core.getElementById(id).empty());
  const places = taken.length === 0 ? placesAroundFirst(added.length) : placesOutside(added.length, taken, neighbourOf(core, added, lines)); // prettier-ignore
  return [
    ...added.map(({ id, isStart }, index) => {
      return { data: { id }, classes: isStart ? 'start' : '', position: { ...places[index] } } as ElementDefinition;
    }),
    ...lines
      .filter(({ id }) => core.getElementById(id).empty())
      .map(({ id, source, target, label, kind }) => ({ data: { id, source, target, label }, classes: kind })),
  ];
}

/** Shows the part of the plane that elements will need, so that the picture stands still while they are added. */
function makeRoom(core: cytoscape.Core, elements: readonly ElementDefinition[]): void {
  const places = [
    ...elements.flatMap(({ position }) => position ?? []),
    ...core.nodes().map((node) => node.position()),
  ];
  const [right, bottom] = [
    Math.max(...places.map(({ x }) => Math.abs(x))),
    Math.max(...places.map(({ y }) => Math.abs(y))),
  ];
  const zoom = Math.min(core.width() / 2 / (right + 2 * MARGIN), core.height() / 2 / (bottom + MARGIN));
  core.viewport({ zoom, pan: { x: core.width() / 2, y: core.height() / 2 } });
}

/** Returns the place of a node that one of `added` has a line to. */
function neighbourOf(core: cytoscape.Core, added: readonly Node[], lines: readonly Line[]): Point {
  const names = new Set(added.map(({ id }) => id));
  const ends = lines.flatMap(({ source, target }) =>
    names.has(source) ? [target] : names.has(target) ? [source] : [],
  );
  const neighbour = ends.map((id) => core.getElementById(id)).find((node) => node.nonempty());
  return neighbour?.position() ?? { x: 0, y: 0 };
}

function partsOf<T>(items: readonly T[]): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(items.length / PART) }, (_, index) =>
    items.slice(index * PART, (index + 1) * PART),
  );
}

function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
  });
}

/** Returns what the picture shows, at its places. */
function sceneOf(core: cytoscape.Core, colours: Scene['colours']): Scene {
  const boxes = core.nodes().map((node) => {
    return { name: node.id(), ...node.position(), width: node.outerWidth(), height: node.outerHeight(), isStart: node.hasClass('start') }; // prettier-ignore
  });
  const arrows = core.edges().map((edge) => {
    const [from, to, labelAt] = [edge.sourceEndpoint(), edge.targetEndpoint(), edge.midpoint()];
    const label = String(edge.data('label') ?? '');
    return { from, to, bends: bendsOf(edge), label, labelAt, isDashed: edge.hasClass('inheritance') };
  });
  return { boxes, arrows, colours };
}

/** Returns the control points of an edge; its types do not say that a straight one has none. */
function bendsOf(edge: cytoscape.EdgeSingular): readonly Point[] {
  const points = edge.controlPoints();
  return Array.isArray(points) ? points : [];
}

/** Returns a width in which the name of a concept has room. */
function widthOf(node: cytoscape.NodeSingular): number {
  return 8 * node.id().length + 8;
}

function stylesOf(element: HTMLElement): StylesheetJson {
  const { ink, ground, accent, quiet } = coloursOf(element);
  return [
    {
      selector: 'node',
      style: {
        label: 'data(id)',
        shape: 'round-rectangle',
        width: widthOf,
        height: 26,
        padding: '8px',
        'text-valign': 'center',
        'font-size': 13,
        color: ink,
        'background-color': ground,
        'border-width': 1.5,
        'border-color': quiet,
      },
    },
    { selector: 'node.start', style: { 'border-color': accent, 'border-width': 3 } },
    {
      selector: 'edge',
      style: {
        label: 'data(label)',
        'font-size': 10,
        color: ink,
        'curve-style': 'bezier',
        'loop-direction': '0deg',
        'loop-sweep': '60deg',
        'control-point-step-size': 60,
        width: 1.5,
        'line-color': quiet,
        'target-arrow-color': quiet,
        'target-arrow-shape': 'triangle',
        'text-rotation': 'autorotate',
        'text-background-color': ground,
        'text-background-opacity': 1,
      },
    },
    {
      selector: 'edge.inheritance',
      style: { 'line-style': 'dashed', 'target-arrow-fill': 'hollow', 'target-arrow-shape': 'triangle' },
    },
  ] as StylesheetJson;
}

function coloursOf(element: HTMLElement): Scene['colours'] {
  const [ink, ground, accent, quiet] = (['--ink', '--ground', '--accent', '--quiet'] as const).map((name) =>
    colourOf(element, name),
  ) as [string, string, string, string];
  return { ink, ground, accent, quiet };
}

/** Returns the value of a custom property as a colour that Cytoscape reads, which depends on whether the page is dark. */
function colourOf(element: HTMLElement, property: string): string {
  element.style.color = `var(${property})`;
  const { color } = getComputedStyle(element);
  element.style.color = '';
  return color;
}
