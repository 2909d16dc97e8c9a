import type { Word } from '../word/word.ts'

export type Access = 'read' | 'list' | 'write' | 'delete' | 'execute'

/** `root`: an allowed write root beside the workspace. `system`: folders that any program reads. */
export type Zone = 'workspace' | 'root' | 'home' | 'system' | 'outside'

/** One path that a command touches, resolved without looking at the disk. */
export interface PathUse {
  readonly word: Word
  readonly access: Access
  readonly recursive: boolean
  /** Absolute and normalised; of a glob the pattern, of an unknown word the guess. */
  readonly path: string
  /** The zone and the marks below hold whatever the unknown parts turn out to be. */
  readonly certain: boolean
  readonly zone: Zone
  /** Holds credentials by convention (`~/.ssh`, `.env`, `*.pem`, …). */
  readonly sensitive: boolean
  /** Written only by a person's word: `.git`, editor and agent settings, login files. */
  readonly protected: boolean
}

/** The world that paths are resolved in. All absolute and normalised. */
export interface World {
  readonly workspace: string
  readonly home: string
  readonly writeRoots: readonly string[]
}
