import type { MapLine } from './map-lines.ts'

/** Bytes of the words that stand around the lines. */
export const frameBytes = Buffer.byteLength('Folders:\n\nFiles, the most important first:\n\n')

/** Lays the lines of a map out: folders by path, then files in the order of their importance, each with its symbols by line. */
export function layOutMap(lines: readonly MapLine[]): string {
  const folders = lines.flatMap((line) => (line.kind === 'folder' ? [line] : []))
  const listed = folders.toSorted((left, right) => (left.folder.path < right.folder.path ? -1 : 1))
  const parts = [
    ...(listed.length > 0 ? ['Folders:', ...listed.map(({ text }) => text), ''] : []),
    ...(lines.some(({ kind }) => kind === 'file') ? ['Files, the most important first:'] : []),
  ]
  for (const own of byFile(lines).values()) {
    const symbols = own.flatMap((line) => (line.kind === 'symbol' ? [line] : []))
    const heading = own.filter(({ kind }) => kind !== 'symbol')
    const inOrder = symbols.toSorted((left, right) => left.symbol - right.symbol)
    parts.push(...heading.map(({ text }) => text), ...inOrder.map(({ text }) => text))
  }
  return parts.join('\n')
}

/** Groups the lines of each file, in the order in which the files come up. */
export function byFile(
  lines: readonly MapLine[],
): ReadonlyMap<number, readonly Exclude<MapLine, { kind: 'folder' }>[]> {
  return Map.groupBy(
    lines.flatMap((line) => (line.kind === 'folder' ? [] : [line])),
    ({ file }) => file,
  )
}
