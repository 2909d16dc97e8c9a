import type { PathMap } from '../backend/create-path-map.ts'

/**
 * The translation of written paths if a call works on another tree than the machine's, as in a sandbox: they are
 * followed there, link by link, and the file of this machine behind them is opened.
 */
export interface PathView {
  readonly paths: PathMap
  /** Returns the spelling of this machine's path there, even if the file cannot be seen. */
  spelling(host: string): string | undefined
  /** The folder that `~` means there. Default: the same as here. */
  readonly home?: string
  /** The visible part of this machine, in words that end a sentence. */
  readonly sees: string
}
