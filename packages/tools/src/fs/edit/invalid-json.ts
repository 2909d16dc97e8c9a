import { extname } from 'node:path'
import type { SourceText } from './source-text.ts'

const mostBytes = 8 * 1024 * 1024

/** Returns our words on an edit that makes a valid JSON file or notebook invalid; undefined for any other. */
export function invalidJsonNote(path: string, source: SourceText, pieces: readonly Uint8Array[]): string | undefined {
  const isNotebook = extname(path).toLowerCase() === '.ipynb'
  if (!isNotebook && extname(path).toLowerCase() !== '.json') return undefined
  if (source.bytes.length > mostBytes) return undefined
  const after = Buffer.concat(pieces).subarray(source.format.bomBytes)
  if (problemOf(source.text() ?? '', isNotebook) !== undefined) return undefined
  const problem = problemOf(source.format.codec.decode(after), isNotebook)
  return problem === undefined
    ? undefined
    : `The file was valid before and is not any more: ${problem}. Correct it with another edit.`
}

function problemOf(text: string, isNotebook: boolean): string | undefined {
  try {
    const value: unknown = JSON.parse(text)
    const hasCells = typeof value === 'object' && value !== null && 'cells' in value && Array.isArray(value.cells)
    return isNotebook && !hasCells ? 'a notebook needs a list of cells' : undefined
  } catch (error) {
    const place = /line \d+ column \d+/.exec(String(error))?.[0]
    return `it is not JSON${place === undefined ? '' : ` (${place})`}`
  }
}
