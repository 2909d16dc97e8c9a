import { processMarker } from '../../process/process-marker.ts'
import type { ContainedProcess } from './contained-process.ts'

const markerLength = 36

/**
 * Lists the processes of a container from inside, with built-in commands of every `sh`: the image may have no `ps`.
 * `read` drops the zeros between the entries of an environment, so an entry may be in the middle of a line.
 */
export const listScript = `
for folder in /proc/[0-9]*; do
  state=
  mark=
  read -r state < $folder/stat || continue
  while IFS= read -r line || [ -n "$line" ]; do
    case $line in *${processMarker}=*) mark=\${line#*${processMarker}=}; break ;; esac
  done < $folder/environ
  printf '%s %s|%s\\n' "\${folder#/proc/}" "\${state##*) }" "$mark"
done 2>/dev/null
exit 0`

/** Parses the output of `listScript`. A process whose line cannot be read belongs to no program. Pure. */
export function readInsideProcesses(printed: string): readonly ContainedProcess[] {
  return printed.split('\n').flatMap((line) => {
    const [facts = '', mark = ''] = line.split('|', 2)
    const [pid = '', state = '', parent = '', group = ''] = facts.split(' ')
    if (!/^\d+$/.test(pid) || /^[ZX]$/.test(state)) return []
    const known = { pid: Number(pid), parent: numberIn(parent), group: numberIn(group) }
    return [mark === '' ? known : { ...known, marker: mark.slice(0, markerLength) }]
  })
}

function numberIn(text: string): number {
  return /^\d+$/.test(text) ? Number(text) : -1
}
