/** The properties of an existing file or folder, after following symbolic links. */
export interface FileStat {
  readonly kind: 'file' | 'directory' | 'other'
  /** Bytes. */
  readonly size: number
  /** Milliseconds since the Unix epoch. */
  readonly modifiedMs: number
  /** Permission bits, as a number. */
  readonly mode: number
  /** Number of hard links. */
  readonly links: number
}

/** An open file for reading at any position; closed by `await using`. */
export interface OpenFile extends AsyncDisposable {
  readonly stat: FileStat
  /** Fills `buffer` from byte `position` on. Resolves to the bytes read; 0 at the end of the file. */
  read(buffer: Uint8Array, position: number): Promise<number>
}

/** The way to write a file, and the state that it must still have. */
export interface WriteOptions {
  /** `create` fails with `path_conflict` if something exists; `replace` is atomic; `append` adds at the end. */
  readonly mode: 'create' | 'replace' | 'append'
  readonly createDirectories?: boolean
  /** SHA-256 (hex) the file must still have; else `stale_file`. `null`: it must still not exist. */
  readonly expectedHash?: string | null
  /**
   * The bytes that the file must still have; otherwise the write ends with `stale_file`. Cheaper than a hash if the caller has the
   * bytes.
   */
  readonly expectedContent?: Uint8Array
}

/** The way to remove a file or folder, and the state that it must still have. */
export interface RemoveOptions {
  readonly recursive: boolean
  /** The size in bytes, and the SHA-256 (hex) if known, that a file must still have; else `stale_file`. */
  readonly expected?: { readonly size: number; readonly hash: string | undefined }
}

/** The result of a write. */
export interface WriteReceipt {
  /** Size of the file afterwards, in bytes. */
  readonly bytes: number
  /** SHA-256 of the content afterwards, hex. */
  readonly hash: string
  readonly created: boolean
  /** True if the earlier content was saved in the backups folder. */
  readonly backedUp: boolean
  /** True if writing this content deleted the file (virtual files only). */
  readonly gone?: boolean
}

/** A file or folder below a listed folder. */
export interface FileEntry {
  /** Relative to the listed folder, with `/` between parts. */
  readonly path: string
  readonly kind: 'file' | 'directory' | 'symlink' | 'other'
  /** Bytes; 0 for folders. */
  readonly size: number
  readonly modifiedMs: number
}

/** The depth of a walk, and the folders that it enters. */
export interface WalkOptions {
  /** The number of levels; 1: the folder's own entries only. Default: all. */
  readonly depth?: number
  /** Folders that are listed but not entered, and entries that are left out, decided by the caller. */
  readonly enter?: (entry: FileEntry) => boolean | Promise<boolean>
  readonly signal?: AbortSignal
}

/** The entries that a walk left out without naming them, because the caller may not see them. */
export interface WalkSummary {
  /** The number of entries left out since they may hold credentials. */
  readonly sensitive: number
  /** The number of entries left out since a rule of the operator denies them. */
  readonly denied: number
  /** The number of folders that could not be read. */
  readonly unreadable: number
  /** The number of entries with a name that is not UTF-8, which no tool can open. */
  readonly unnamed: number
}

/**
 * The only way for a tool to the disk. Made for one call: it opens the paths among the call's resolved targets (and everything
 * below a recursive one) and refuses any other with `invalid_target`. Paths are given as the call declared them, or absolute.
 * All methods end with a `ToolFault` that names the path and the way out: `file_not_found`, `not_a_file`, `is_a_directory`,
 * `path_conflict`, `stale_file`, `quota_exceeded`, `path_outside_roots`.
 */
export interface FileAccess {
  /** Returns undefined if nothing exists. */
  stat(path: string): Promise<FileStat | undefined>
  open(path: string): Promise<OpenFile>
  /** The whole file; `file_too_large` beyond `maxBytes`. */
  readBytes(path: string, options: { readonly maxBytes: number }): Promise<Uint8Array>
  /** Content may be consecutive pieces, so that they need not be joined in memory. */
  write(path: string, content: Uint8Array | readonly Uint8Array[], options: WriteOptions): Promise<WriteReceipt>
  remove(path: string, options: RemoveOptions): Promise<{ readonly backedUp: boolean }>
  move(
    from: string,
    to: string,
    options: { readonly overwrite: boolean; readonly createDirectories?: boolean },
  ): Promise<{ readonly backedUp: boolean }>
  /** Entries below a folder in name order, parents first. Entries that may not be seen are absent, and counted in the summary. */
  walk(path: string, options?: WalkOptions): AsyncGenerator<FileEntry, WalkSummary>
  /** Returns true if a tool that finds paths by its own means (a search program) may show this one. */
  visible(path: string): boolean
  /** The real absolute path that stands for a declared one: what a helper program is given. */
  realPath(path: string): string
  /**
   * Returns the text of `.gitignore` in a folder, undefined if there is none. Also for folders that are only listed,
   * and for those above a target up to its workspace or root: rules from above affect a listing. At most 1 MiB.
   */
  readIgnoreFile(folder: string): Promise<string | undefined>
  /** Names in the folder of a missing path that resemble it, best first. */
  similarNames(path: string): Promise<readonly string[]>
}
