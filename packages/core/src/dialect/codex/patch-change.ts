/** A change of one file, as `fs.apply_patch` takes it. */
export interface PatchChange {
  readonly action: 'create' | 'edit' | 'delete'
  readonly path: string
  readonly content?: string
  readonly hunks?: readonly PatchHunk[]
  readonly to?: string
}

/** A replacement of whole lines, each with its line end. */
export interface PatchHunk {
  readonly after?: readonly string[]
  readonly old: string
  readonly new: string
  readonly at_end: boolean
}

/** The words of the envelope. */
export const marks = {
  begin: '*** Begin Patch',
  end: '*** End Patch',
  create: '*** Add File: ',
  delete: '*** Delete File: ',
  edit: '*** Update File: ',
  move: '*** Move to: ',
  endOfFile: '*** End of File',
  anchor: '@@',
} as const
