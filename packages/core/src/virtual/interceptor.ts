import type { Principal } from '../base/principal.ts'
import type { Failure } from '../outcome/failure.ts'
import type { Trust } from '../result/label.ts'

/** One name at the root of an agent's workspace that is kept elsewhere. Everything below a folder is, too. */
export interface VirtualRoot {
  /** As it is shown; other spellings that some file system takes for the same name lead here. */
  readonly name: string
  readonly kind: 'file' | 'folder'
}

/** A file that looks like one of the workspace and is none on the disk. */
export interface VirtualFile {
  /** Relative to the workspace's root, with `/` between parts. */
  readonly path: string
  readonly bytes: number
  /** Milliseconds since the Unix epoch. */
  readonly modifiedMs: number
}

/** A file that is not on disk, with its text. */
export interface VirtualContent extends VirtualFile {
  readonly text: string
  /** Names this state of the file to `write` and `remove`; means something to its interceptor alone. */
  readonly version: string
  /** The trust in its text. Without it the text counts as a stranger's. */
  readonly trust?: Trust
}

/** A kind of change to a file that is not on disk. */
export type VirtualChange = 'write' | 'delete'

/**
 * Keeps some paths of an agent's workspace elsewhere than on the disk, for one agent and one of its users. All paths are relative to
 * the root and spelled as the root names are. Nothing is remembered between calls: another process' change is seen at once.
 */
export interface Interceptor {
  /** For messages and listings of what there is, e.g. `memory`. */
  readonly name: string
  readonly roots: readonly VirtualRoot[]
  /** Returns the reason that a caller may not change a path, as a message for a model; undefined if the caller may. */
  objection(path: string, change: VirtualChange, principal: Pick<Principal, 'role'>): Failure | undefined
  list(): Promise<readonly VirtualFile[]>
  readAll(): Promise<readonly VirtualContent[]>
  read(path: string): Promise<VirtualContent | undefined>
  /**
   * Replaces the whole text of a file. `version` is that of the content that the change is based on; undefined if the file did not
   * exist. Ends with `stale_file` if the file has another version by now, and with `file_too_large` or `quota_exceeded` at a limit.
   * Resolves to the content that is read from now on; undefined if the write deleted the file. `trust` is that in the text: it is kept
   * with the file and comes back with each read.
   */
  write(path: string, text: string, version: string | undefined, trust: Trust): Promise<VirtualContent | undefined>
  /** Ends with `stale_file` if the file no longer has that version. */
  remove(path: string, version: string): Promise<void>
}
