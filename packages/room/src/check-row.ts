import type { HouseGround } from './house.ts'

/** The result of one check. */
export interface Finding {
  readonly status: 'ok' | 'warn' | 'fail'
  /** The observed state. */
  readonly message: string
  /** The action to take, if one is needed. */
  readonly advice?: string
}

/** One thing that `doctor` looks at. */
export interface CheckRow<Section = unknown> {
  /** Begins with the name of the room. */
  readonly name: string
  /** True if it opens the database: it is then left out while that cannot be used. Default false. */
  readonly needsDatabase?: boolean
  /** A look that throws has failed, with its error as the message. It must change nothing. */
  load(): Promise<(ground: HouseGround, section: Section | undefined) => Finding | Promise<Finding>>
}
