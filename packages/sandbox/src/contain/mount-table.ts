import { readFileSync } from 'node:fs'
import type { LayoutStep } from '../bubblewrap/layout.ts'
import { unescapeMount } from '../path/unescape-mount.ts'

/** Returns the kernel's table of what is mounted where for a process, as text; undefined if the process is gone. */
export function mountTableOf(pid: number): string | undefined {
  try {
    // Names may be of any bytes.
    return readFileSync(`/proc/${pid}/mountinfo`, 'latin1')
  } catch {
    return undefined
  }
}

/** True if every mount of a layout is in a table: the kernel takes a mount away if the file below it is removed or replaced. Pure. */
export function hasMounts(table: string, layout: readonly LayoutStep[]): boolean {
  const points = new Set(table.split('\n').map((line) => unescapeMount(line.split(' ')[4] ?? '')))
  return layout.every(({ kind, path }) => {
    return kind === 'folder' || kind === 'link' || points.has(Buffer.from(path).toString('latin1'))
  })
}
