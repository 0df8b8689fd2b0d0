/** Something that the author of a change should know, and the offset of the statement or name that it is about. */
export interface Notice {
  readonly text: string;
  readonly offset?: number | undefined;
}
