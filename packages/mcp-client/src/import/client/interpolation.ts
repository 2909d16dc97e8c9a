/** The meaning of a reference in a client's file. */
type Piece =
  | { readonly kind: 'variable'; readonly name: string; readonly fallback?: string }
  | { readonly kind: 'input'; readonly name: string }
  | { readonly kind: 'text'; readonly text: string | undefined }

/** The way in which a client writes references. */
export interface Interpolation {
  readonly pattern: RegExp
  piece(groups: readonly (string | undefined)[], place: TextPlace): Piece
}

/** The values that references of a client's file may stand for. */
export interface TextPlace {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly userHome: string
  /** Undefined in files that belong to no project. */
  readonly project: string | undefined
}

/** A text in our notation. */
export interface TranslatedText {
  readonly text: string
  readonly needs: readonly string[]
  /** The part that our configuration could not keep as it is. */
  readonly unknown: string | undefined
}

const never: Interpolation = { pattern: /(?!)/g, piece: () => ({ kind: 'text', text: undefined }) }

const editor: Interpolation = {
  pattern: /\$\{(?:(env|input|file):([^}]*)|(userHome|workspaceFolder|workspaceFolderBasename|pathSeparator|\/))\}/g,
  piece: ([kind, name = '', place], { userHome, project }) => {
    if (kind === 'env') return { kind: 'variable', name }
    if (kind !== undefined) return { kind: 'input', name: name.split(/[\\/]/).at(-1) ?? name }
    if (place === 'userHome') return { kind: 'text', text: userHome }
    if (place === 'pathSeparator' || place === '/') return { kind: 'text', text: '/' }
    const text = place === 'workspaceFolder' ? project : project?.split(/[\\/]/).at(-1)
    return text === undefined ? { kind: 'input', name: place ?? '' } : { kind: 'text', text }
  },
}

const shell: Interpolation = {
  pattern: /\$\{([A-Za-z_]\w*)(?::-([^}]*))?\}/g,
  piece: ([name = '', fallback]) => ({ kind: 'variable', name, ...(fallback === undefined ? {} : { fallback }) }),
}

const bareVariable: Interpolation = {
  pattern: /\$\{([A-Za-z_]\w*)\}|\$([A-Za-z_]\w*)|%([A-Za-z_]\w*)%/g,
  piece: ([braced, bare, percent]) => ({ kind: 'variable', name: braced ?? bare ?? percent ?? '' }),
}

const braces: Interpolation = {
  pattern: /\{(env|file):([^}]*)\}/g,
  piece: ([kind, name = '']) =>
    kind === 'env' ? { kind: 'variable', name } : { kind: 'input', name: name.split(/[\\/]/).at(-1) ?? name },
}

const template: Interpolation = {
  pattern: /\$\{\{\s*(?:secrets|inputs)\.([^}\s]+)\s*\}\}/g,
  piece: ([name = '']) => ({ kind: 'input', name }),
}

/** By the names that the table of clients uses. */
export const interpolations = { never, editor, shell, bareVariable, braces, template } as const

/** The mark of something that must be known first, in a text of our configuration. */
export function inputMark(name: string): string {
  return `<input:${name}>`
}

/** The names of inputs that a text of our configuration waits for. */
export function inputsIn(text: string): readonly string[] {
  return [...new Set([...text.matchAll(/<input:([^>]*)>/g)].map(([, name = '']) => name))]
}

/** Puts a value where a text waits for an input. */
export function withInput(text: string, name: string, value: string): string {
  return text.replaceAll(inputMark(name), () => value)
}

/** Translates the references in one text of a client's file. */
export function translateText(text: string, { pattern, piece }: Interpolation, place: TextPlace): TranslatedText {
  const needs: string[] = []
  let [result, position, unknown] = ['', 0, undefined as string | undefined]
  for (const match of text.matchAll(pattern)) {
    keep(text.slice(position, match.index))
    result += shown(piece(match.slice(1), place), match[0])
    position = match.index + match[0].length
  }
  keep(text.slice(position))
  return { text: result, needs, unknown }

  function keep(literal: string): void {
    // Our configuration would take it for a reference of its own.
    unknown ??= /\$\{[^}]*\}?/.exec(literal)?.[0]
    result += literal
  }

  function shown(found: Piece, whole: string): string {
    switch (found.kind) {
      case 'variable': {
        const value = Object.hasOwn(place.environment, found.name) ? place.environment[found.name] : undefined
        if (value !== undefined) return `\${env:${found.name}}`
        if (found.fallback !== undefined) return found.fallback
        needs.push(found.name)
        return inputMark(found.name)
      }
      case 'input':
        needs.push(found.name)
        return inputMark(found.name)
      case 'text':
        return found.text ?? whole
      default:
        return found satisfies never
    }
  }
}
