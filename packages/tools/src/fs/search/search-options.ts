/** How a search is put to ripgrep. */
export interface SearchQuery {
  readonly query: string
  readonly regex: boolean
  readonly multiline: boolean
  readonly context: number
  readonly mode: 'content' | 'files' | 'count'
  readonly type: string | undefined
  readonly glob: string | undefined
}

const includeType = 'drawbridge'
/** File name patterns that ripgrep reads as we do. */
const plainName = /^[\w.\-*?]+(\{[\w.\-*?]+(,[\w.\-*?]+)*\})?[\w.\-*?]*$/

/**
 * Options of ripgrep for a search. An include pattern is not given as `--glob`, which would bring ignored files back: its last
 * part goes in as a file type, which never does, and the whole of it is checked on each result.
 */
export function searchOptions(search: SearchQuery): string[] {
  const { query, regex, multiline, context, mode, type } = search
  return [
    '--glob=!**/.git/',
    ...includeOptions(search),
    ...(type === undefined ? [] : [`--type=${type}`]),
    ...(regex ? [] : ['--fixed-strings']),
    ...(multiline ? ['--multiline'] : ['--crlf']),
    ...modeOptions(mode, context),
    `--regexp=${query}`,
  ]
}

function modeOptions(mode: SearchQuery['mode'], context: number): string[] {
  switch (mode) {
    case 'content':
      return ['--json', `--context=${context}`]
    case 'files':
      return ['--files-with-matches']
    case 'count':
      return ['--count', '--with-filename', '--null']
    default:
      return mode satisfies never
  }
}

/** File types are united, so with a type of the caller's own the pattern is only checked afterwards. */
function includeOptions({ type, glob }: SearchQuery): string[] {
  const name = glob?.split('/').at(-1)
  if (type !== undefined || name === undefined || name === '**' || !plainName.test(name)) return []
  return [`--type-add=${includeType}:${name}`, `--type=${includeType}`]
}
