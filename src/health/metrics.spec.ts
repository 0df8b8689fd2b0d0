import { Workers } from '../workers';
import { Metrics } from './metrics';

const HISTOGRAM = { bounds: [0.1, 1], counts: [2, 0, 1], sum: 5.5 };

/** The metrics of a worker, as a question of another one receives them. */
async function metricsOf(label: string): Promise<unknown> {
  const workers = new Workers();
  const answers = new Map<string, () => unknown>();
  jest.spyOn(workers, 'onQuestion').mockImplementation((question, answer) => void answers.set(question, answer));
  addTo(new Metrics(workers), label);
  return JSON.parse(JSON.stringify(await answers.get('metrics')?.())) as unknown;
}

function addTo(metrics: Metrics, label: string): Metrics {
  const labels = { ontology: 'world', data_source: label };
  metrics.watchHistograms('ontology_some_seconds', 'Some', () => [{ labels, ...HISTOGRAM }]);
  metrics.watchEach('ontology_some_total', 'Some', ['ontology', 'data_source'], () => [{ labels, value: 3 }]);
  metrics.describe('ontology_some_info', 'Some', { version: '1' });
  return metrics;
}

const linesOf = (text: string): readonly string[] =>
  text.split('\n').filter((line) => line.startsWith('ontology_some'));

it('prints histograms with cumulative buckets', async () => {
  const text = await addTo(new Metrics(new Workers()), 'main').print();
  expect(text).toContain('# TYPE ontology_some_seconds histogram');
  expect(linesOf(text)).toEqual([
    'ontology_some_seconds_bucket{le="0.1",ontology="world",data_source="main"} 2',
    'ontology_some_seconds_bucket{le="1",ontology="world",data_source="main"} 2',
    'ontology_some_seconds_bucket{le="+Inf",ontology="world",data_source="main"} 3',
    'ontology_some_seconds_sum{ontology="world",data_source="main"} 5.5',
    'ontology_some_seconds_count{ontology="world",data_source="main"} 3',
    'ontology_some_total{ontology="world",data_source="main"} 3',
    'ontology_some_info{version="1"} 1',
  ]);
});

it('adds up histograms and counters of several workers, but not descriptions', async () => {
  const others = [await metricsOf('main'), await metricsOf('other')];
  const workers = new Workers();
  jest.spyOn(workers, 'areMany', 'get').mockReturnValue(true);
  jest.spyOn(workers, 'ask').mockResolvedValue(others);
  expect(linesOf(await addTo(new Metrics(workers), 'main').print())).toEqual(
    expect.arrayContaining([
      'ontology_some_seconds_bucket{le="0.1",ontology="world",data_source="main"} 4',
      'ontology_some_seconds_bucket{le="+Inf",ontology="world",data_source="main"} 6',
      'ontology_some_seconds_sum{ontology="world",data_source="main"} 11',
      'ontology_some_seconds_count{ontology="world",data_source="other"} 3',
      'ontology_some_total{ontology="world",data_source="main"} 6',
      'ontology_some_total{ontology="world",data_source="other"} 3',
      'ontology_some_info{version="1"} 1',
    ]),
  );
});
