import cytoscape, { type ElementDefinition, type StylesheetJson } from 'cytoscape';
import type { Graph } from './neighbours';
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

/** Draws graphs into an element. */
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
  return {
    show: (graph) => {
      const placed = core.nodes();
      const added = core
        .add(elementsOf(graph).filter(({ data }) => core.getElementById(data.id ?? '').empty()))
        .nodes();
      if (added.empty()) return;
      if (placed.empty()) placeFirst(added);
      else placeOutside(added, placed);
      core.fit(undefined, 30);
    },
    png: () => core.png({ full: true, scale: 2, bg: coloursOf(container).ground }),
    svg: () => printSvg(sceneOf(core, coloursOf(container))),
    end: () => {
      core.destroy();
    },
  };
}

/** The distance of two nodes on an ellipse, and of the ellipse from what it surrounds. */
const [BETWEEN, AROUND] = [110, 150];
/** Pictures are wider than high: what an ellipse adds to the width of a circle, and takes from its height. */
const [WIDER, FLATTER] = [1.4, 0.77];

/** Places the first node in the centre, and all others on an ellipse around it. */
function placeFirst(nodes: cytoscape.NodeCollection): void {
  const outside = nodes.difference(nodes.first());
  const radius = Math.max(AROUND, (outside.length * BETWEEN) / (2 * Math.PI));
  placeOnEllipse(outside, radius, 0, (2 * Math.PI) / outside.length);
}

/** Places nodes outside of all that have a place, where no two overlap, in the direction of a neighbour that has one. */
function placeOutside(added: cytoscape.NodeCollection, placed: cytoscape.NodeCollection): void {
  const { x1, x2, y1, y2 } = placed.boundingBox();
  const extent = Math.max(Math.abs(x1), Math.abs(x2)) / WIDER;
  const height = Math.max(Math.abs(y1), Math.abs(y2)) / FLATTER;
  const radius = Math.max(extent, height, (added.length * BETWEEN) / (2 * Math.PI)) + AROUND / 2;
  const [neighbour] = added.neighborhood('node').intersection(placed).nodes().toArray();
  const { x, y } = neighbour?.position() ?? { x: 0, y: 0 };
  const step = Math.min(BETWEEN / radius, (2 * Math.PI) / added.length);
  placeOnEllipse(added, radius, Math.atan2(y, x) - (step * (added.length - 1)) / 2, step);
}

function placeOnEllipse(nodes: cytoscape.NodeCollection, radius: number, begin: number, step: number): void {
  nodes.positions((_node, index) => {
    const angle = begin + step * index;
    return { x: radius * WIDER * Math.cos(angle), y: radius * FLATTER * Math.sin(angle) };
  });
}

function elementsOf({ nodes, lines }: Graph): readonly ElementDefinition[] {
  return [
    ...nodes.map(({ id, isStart }) => ({ data: { id }, classes: isStart ? 'start' : '' })),
    ...lines.map(({ id, source, target, label, kind }) => ({ data: { id, source, target, label }, classes: kind })),
  ];
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
