import type { PathMap } from '../backend/create-path-map.ts'

/**
 * How written paths are meant where a call works on another tree than the machine's, as in a sandbox: they are followed there, link
 * by link, and what is opened is the file of this machine that stands behind.
 */
export interface PathView {
  readonly paths: PathMap
  /** How a path of this machine is spelled there, whether or not what lies there can be seen. */
  spelling(host: string): string | undefined
  /** What `~` stands for there. Default: the same as here. */
  readonly home?: string
  /** What of this machine can be seen, in words that end a sentence. */
  readonly sees: string
}
