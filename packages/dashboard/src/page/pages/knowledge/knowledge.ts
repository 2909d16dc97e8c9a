/** An entity of the graph, as the API answers it. */
export interface Entity {
  readonly id: string
  readonly name: string
  readonly type: string
  readonly trust: string
}

/** A fact that connects two entities, as the API answers it. */
export interface Fact {
  readonly subject: string
  readonly subject_id: string
  readonly relation: string
  readonly object: string
  readonly object_id: string
  readonly valid_from?: string
  readonly valid_to?: string
  /** `conflict` if another source says otherwise. */
  readonly state: string
  readonly trust: string
  readonly sources: readonly string[]
  readonly quote?: string
}

/** The part of a graph that a search found. */
export interface Graph {
  readonly entities: readonly Entity[]
  readonly facts: readonly Fact[]
  /** True if there are more facts than a search follows. */
  readonly more: boolean
}

/** Returns the facts that are about an entity; all of them if none is chosen. */
export function factsAbout({ facts }: Graph, chosen: string): readonly Fact[] {
  return chosen === '' ? facts : facts.filter((fact) => fact.subject_id === chosen || fact.object_id === chosen)
}
