/** A request to the service; with a body it is a POST. */
export interface Asked {
  readonly path: string;
  readonly body?: string;
}

/** A hand-written statement for the same response. */
export interface ByHand {
  /** The bare server prepares it, unless it contains `$columns`, which the first value replaces. */
  readonly sql: string;
  /** Returns the parameters of the request with this number. */
  readonly values: (index: number) => readonly (string | number)[];
  /** Columns that become arrays: rows with the same value in the first column, which orders them, become one object. */
  readonly nested?: readonly string[];
  readonly format?: 'csv' | 'ndjson';
}

export const API = '/svc/api';
export const COLUMNS = 'emp_no,first_name,last_name,gender,birth_date,hire_date,email,city';
export const PATHS = 'emp_no,last_name,works_in[department].dept_name,has_title[title].title';
export const FROM_JOINED = `FROM employees e LEFT JOIN dept_emp w ON w.emp_no = e.emp_no
  LEFT JOIN departments d ON d.dept_no = w.dept_no LEFT JOIN titles t ON t.emp_no = e.emp_no`;
export const SELECT_JOINED = `SELECT e.emp_no, e.last_name, d.dept_name, t.title ${FROM_JOINED}`;
export const JOINED = `${SELECT_JOINED} WHERE e.city = ? AND e.last_name < ?`;

const CITIES = 991;
/** Second letters of names are always `e`; a bound has a first and a third. */
const BOUNDS = 3 * 26;
/** The number of different pairs of a city and a bound of names. */
export const VARIETY = CITIES * BOUNDS;

/** Returns a city, and a name that begins with `initial` or one of the next two letters. About 300 employees live in a city, a twentieth of them for each initial. */
export function cityAndBoundOf(index: number, initial: string): readonly [string, string] {
  const [city, bound] = [index % CITIES, Math.floor(index / CITIES)];
  const first = String.fromCharCode(initial.charCodeAt(0) + Math.floor(bound / 26));
  return [`${capital(`${letter(city)}${letter(city / 26)}`)}ton ${city}`, `${first}e${letter(bound)}`];
}

/** Returns groups of a filter, all of which have to be true. */
export function filter(
  ...groups: readonly (readonly [subject: string, operator: string, value: string | number])[]
): string {
  return groups
    .map(([subject, operator, value], place) => {
      const number = place === 0 ? '' : place;
      return `_subj${number}_=${subject}&_op${number}_=${operator}&_comp${number}_=${encodeURIComponent(value)}`;
    })
    .join('&');
}

export const concept = (name: string, ...parts: readonly string[]): Asked => ({
  path: `${API}/q/staff/concept/${name}?${parts.join('&')}`,
});

export const select = (query: string): Asked => ({
  path: `${API}/query/`,
  body: JSON.stringify({ ontology_name: 'staff', query }),
});

function letter(number: number): string {
  return String.fromCharCode(97 + (Math.floor(number) % 26));
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
