import { nameFilter } from '../ripgrep/index.ts'

/** The query as it is passed to ripgrep. */
export interface SearchQuery {
  readonly query: string
  readonly regex: boolean
  readonly multiline: boolean
  readonly context: number
  readonly mode: 'content' | 'files' | 'count'
  readonly type: string | undefined
  readonly glob: string | undefined
  readonly limit: number
}

/** Options of ripgrep for a search. An include pattern only helps it to look at fewer files: it is checked on each result. */
export function searchOptions(search: SearchQuery): string[] {
  const { query, regex, multiline, context, mode, type, glob, limit } = search
  const asExpression = regex || (multiline && query.includes('\n'))
  return [
    ...fileFilters({ type, glob }),
    ...(asExpression ? [] : ['--fixed-strings']),
    ...(multiline ? ['--multiline'] : ['--crlf']),
    ...modeOptions(mode, context, limit),
    `--regexp=${asExpression && multiline ? withAnyLineEnd(query, regex) : query}`,
  ]
}

/** Options that keep ripgrep to the files of a search. */
export function fileFilters({ type, glob }: Pick<SearchQuery, 'type' | 'glob'>): string[] {
  // File types are united, so a caller's own leaves no room for another.
  return ['--glob=!**/.git/', ...(type === undefined ? nameFilter(glob) : [`--type=${type}`])]
}

/**
 * The maximum number of matching lines of one file that are checked before its name is shown: the first ones may all be
 * in hidden parts.
 */
const mostTriedInFile = 100

/**
 * The program holds the output of a file back until it is done with it, so a file gives no more than shows that there is more. Every mode needs
 * the matches themselves, to leave out those of hidden values.
 */
function modeOptions(mode: SearchQuery['mode'], context: number, limit: number): string[] {
  switch (mode) {
    case 'content':
      return ['--json', `--context=${context}`, `--max-count=${limit + 1}`]
    case 'files':
      return ['--json', `--max-count=${mostTriedInFile}`]
    case 'count':
      return ['--json']
    default:
      return mode satisfies never
  }
}

/** Lets a line feed in a query over several lines match either line end. Inside a class, and after a `\\r`, it stays as it is. */
function withAnyLineEnd(query: string, isExpression: boolean): string {
  if (!isExpression) return query.split(/\r?\n/).map(escapeExpression).join('\\r?\\n')
  let inClass = 0
  return query.replaceAll(/\\r\\n|\\[\s\S]|[[\]]|\r\n|\n/g, (part) => {
    if (part === '[') inClass += 1
    else if (part === ']') inClass = Math.max(0, inClass - 1)
    else if (inClass === 0 && (part === '\\n' || part === '\n')) return '\\r?\\n'
    return part
  })
}

function escapeExpression(text: string): string {
  return text.replaceAll(/[\\.+*?()|[\]{}^$#&\-~]/g, (character) => `\\${character}`)
}
