import type * as ast from '../../model';
import type { Resolved } from '../values';

/** The resolved tree, under the plain names of its nodes. */
export type Expression = ast.Expression<Resolved>;
export type Query = ast.Query<Resolved>;
export type Select = ast.Select<Resolved>;
export type SetOperation = ast.SetOperation<Resolved>;
export type Source = ast.Source<Resolved>;
export type Call = ast.Call<Resolved>;
export type Window = ast.Window<Resolved>;
export type FrameBound = ast.FrameBound<Resolved>;
export type OrderItem = ast.OrderItem<Resolved>;
