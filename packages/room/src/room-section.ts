import type { z } from 'zod'

/** Something that a section may not say, at a place below it. */
export interface SectionProblem {
  readonly path: readonly (string | number)[]
  readonly message: string
}

/** The section of a room in `drawbridge.jsonc`, under the name of the room. */
export interface RoomSection<Section = unknown> {
  /** A strict object, so that a misspelt key is an error. */
  readonly schema: z.ZodType<Section>
  /** The keys that a project's file may set, dotted below the section; `*` stands for any name. Default: none. */
  readonly projectKeys?: readonly string[]
  /**
   * Returns the values of a project's section that would widen the operator's. Called only if both have a valid shape.
   */
  widening?(project: Section, operator: Section | undefined): readonly SectionProblem[]
  /**
   * The moment from which a running process follows a changed section. `next run`: the tools of the room are loaded again, and the
   * open room receives the section by `reload`. Default `next start`.
   */
  readonly takesEffect?: 'next run' | 'next start'
  /** Keys whose values are never shown and always removed from output, dotted as in `projectKeys`. */
  readonly secretKeys?: readonly string[]
}
