import type { RestoredFile } from '@drawbridge/core/agent'

const words: Readonly<Record<RestoredFile['state'], string>> = {
  restored: 'is as it was before',
  changed_since: 'stays: it was changed since',
  not_ours: 'stays: how a call left it is not known',
  no_backup: 'stays: there is no earlier text of it',
  refused: 'stays: the call that restores it did not succeed',
}

/** Tells a person what a rewind did to files. @param files Undefined if nobody wanted them restored. */
export function describeRestored(files: readonly RestoredFile[] | undefined): string {
  if (files === undefined) return 'Files stay as they are.'
  if (files.length === 0) return 'No call had changed a file there; what commands changed stays.'
  const lines = files.map(
    ({ path, state, message }) => `  ${path} ${words[state]}${message === undefined ? '' : `: ${message}`}`,
  )
  return `What commands changed stays. Files:\n${lines.join('\n')}`
}
