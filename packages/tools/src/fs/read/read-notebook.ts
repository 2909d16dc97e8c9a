/** The most of one output of a cell that is shown, in UTF-16 units. */
const mostOutput = 2_000

interface Cell {
  readonly cell_type?: unknown
  readonly source?: unknown
  readonly execution_count?: unknown
  readonly outputs?: unknown
}

/** Returns a notebook's cells as text, each below a line with its number and type; undefined if the text is not a notebook. */
export function notebookText(json: string): string | undefined {
  const notebook = parse(json)
  if (notebook === undefined) return undefined
  const cells = notebook.cells.map((cell, index) => cellText(cell, index + 1, notebook.cells.length))
  return cells.length === 0 ? '[a notebook without cells]' : cells.join('\n\n')
}

function parse(json: string): { readonly cells: readonly Cell[] } | undefined {
  try {
    const value: unknown = JSON.parse(json)
    const cells: unknown = isObject(value) ? value.cells : undefined
    return Array.isArray(cells) ? { cells: cells.filter(isObject) } : undefined
  } catch {
    return undefined
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function cellText(
  { cell_type: type, source, execution_count: count, outputs }: Cell,
  number: number,
  of: number,
): string {
  const ran = typeof count === 'number' ? `, run ${count}` : ''
  const parts = [`[cell ${number} of ${of}: ${typeof type === 'string' ? type : 'unknown'}${ran}]`, joined(source)]
  for (const output of Array.isArray(outputs) ? outputs.filter(isObject) : []) parts.push(outputText(output))
  return parts.filter((part) => part !== '').join('\n')
}

function outputText(output: Readonly<Record<string, unknown>>): string {
  const data = isObject(output.data) ? output.data : {}
  const plain = joined(output.text) || joined(data['text/plain'])
  const error = output.output_type === 'error' ? `${joined(output.ename)}: ${joined(output.evalue)}` : ''
  const others = Object.keys(data).filter((type) => type !== 'text/plain')
  const text = bounded(error || plain)
  const left = others.length > 0 ? `[also as ${others.slice(0, 5).join(', ')}]` : ''
  return ['[output]', text, left].filter((part) => part !== '').join('\n')
}

function bounded(text: string): string {
  return text.length <= mostOutput
    ? text
    : `${text.slice(0, mostOutput).toWellFormed()}\n[cut: ${text.length - mostOutput} more characters]`
}

function joined(source: unknown): string {
  if (Array.isArray(source)) return source.filter((line) => typeof line === 'string').join('')
  return typeof source === 'string' ? source : ''
}
