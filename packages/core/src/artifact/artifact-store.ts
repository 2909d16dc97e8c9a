import type { Label } from '../result/label.ts'

/** The description of a stored output. */
export interface Artifact {
  /** Unguessable; what `artifact.read` takes. */
  readonly id: string
  readonly session: string
  readonly tool: string
  readonly toolCallId: string
  /** E.g. `text/plain`. */
  readonly mediaType: string
  /** The label of the stored output: paging through it later does not make it more trusted. */
  readonly label: Label
  /** Stored size in bytes. */
  readonly bytes: number
  /** SHA-256 of the stored bytes, hex. */
  readonly hash: string
  /** Milliseconds since the Unix epoch. */
  readonly createdAt: number
  /** False if a quota cut the output off: only its beginning is stored. */
  readonly complete: boolean
}

/** Takes an output of any size piece by piece. What exceeds the quota is counted and dropped, never an error. */
export interface ArtifactWriter {
  /** Scrubbed text or bytes. */
  write(chunk: string | Uint8Array): Promise<void>
  finish(): Promise<Artifact>
  /** Removes what was written. */
  discard(): Promise<void>
}

/** The call that an artifact came from. */
export type ArtifactOrigin = Pick<Artifact, 'session' | 'tool' | 'toolCallId' | 'mediaType' | 'label'>

/**
 * Stores the full text of outputs of which the model saw a part, without secrets. A session reads only its own artifacts and those that are shared with it. Rejects
 * if the disk fails; the call then continues without an artifact.
 */
export interface ArtifactStore {
  create(origin: ArtifactOrigin): Promise<ArtifactWriter>
  /** Undefined for an unknown id, one of another session, and one that retention has removed. */
  find(id: string, session: string): Promise<Artifact | undefined>
  /** Bytes from `offset` on, at most `length`; fewer at the end. */
  read(id: string, session: string, range: { readonly offset: number; readonly length: number }): Promise<Uint8Array>
  /**
   * Lets another session read an artifact, under the same id and with the same label, for as long as the store keeps artifacts.
   * @param from A session that can read it.
   * @param to The session that can read it from now on.
   * Resolves to undefined if `from` cannot read it.
   */
  share(id: string, from: string, to: string): Promise<Artifact | undefined>
}

/** A store as one session sees it. */
export interface SessionArtifacts {
  find(id: string): Promise<Artifact | undefined>
  read(id: string, range: { readonly offset: number; readonly length: number }): Promise<Uint8Array>
}
