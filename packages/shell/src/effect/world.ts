/** The world that paths are resolved in. All absolute and normalised. */
export interface World {
  readonly workspace: string
  readonly home: string
  readonly writeRoots: readonly string[]
}
