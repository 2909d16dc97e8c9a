import { didYouMean } from '@drawbridge/core/base'
import { getNodePath, type Node } from 'jsonc-parser'

/** The sources of references. Each is undefined if such references are not allowed. */
export interface ReferenceSources {
  /** For `${env:NAME}`. */
  readonly environment: Readonly<Record<string, string | undefined>> | undefined
  /** For `${secret:NAME}`, by name. `unchecked` leaves them as they stand, for who cannot know which secrets there will be. */
  readonly secrets: ReadonlyMap<string, string> | 'unchecked' | undefined
}

/** A reference with what it stands for. */
export interface Reference {
  readonly reference: string
  readonly value: string
}

/** A text with its references replaced, and what is wrong with them. */
export interface ResolvedText {
  readonly text: string
  readonly problems: readonly string[]
  /** The secrets in the text. */
  readonly secrets: readonly Reference[]
}

const pattern = /\$\{([a-z]*):?([^}]*)\}/g

/** Returns true if a configuration's text may refer to secrets, so that they are needed to read it. */
export function mentionsSecrets(text: string): boolean {
  return text.includes('${secret')
}

/** Resolves the references in one text of a document. Never reveals a secret's value. */
export function resolveReferences(node: Node, { environment, secrets }: ReferenceSources): ResolvedText {
  const problems: string[] = []
  const found: Reference[] = []
  const whole = String(node.value)
  // An opening after the last `}` never closes: searching for its end again and again would take quadratic time.
  const end = whole.lastIndexOf('}') + 1
  const resolved = whole.slice(0, end).replaceAll(pattern, (reference, kind: string, name: string) => {
    const value = resolve(reference, kind, name)
    if (kind === 'secret' && value !== undefined && value !== reference) found.push({ reference, value })
    return value ?? reference
  })
  return { text: resolved + whole.slice(end), problems, secrets: found }

  function resolve(reference: string, kind: string, name: string): string | undefined {
    if (kind === 'env') return variable(reference, name)
    if (kind === 'secret') return secret(reference, name)
    problems.push(
      `"${reference}" is not a valid reference. Write \${env:NAME} for a variable of the environment, or \${secret:NAME} for a secret.`,
    )
    return undefined
  }

  function variable(reference: string, name: string): string | undefined {
    if (environment === undefined) {
      problems.push(`A project file cannot read the environment ("${reference}"). Put this in the operator's file.`)
      return undefined
    }
    const value = Object.hasOwn(environment, name) ? environment[name] : undefined
    if (value === undefined) problems.push(`The environment has no variable "${name}".`)
    return value
  }

  function secret(reference: string, name: string): string | undefined {
    if (secrets === undefined) {
      problems.push(`A project file cannot read secrets ("${reference}"). Put this in the operator's file.`)
      return undefined
    }
    const place = getNodePath(node)
    if (place[0] === 'hooks' && place[2] === 'command') {
      problems.push(
        `"${reference}" would appear in the arguments of a process, which every local user can read. Let the hook read it itself.`,
      )
      return undefined
    }
    if (secrets === 'unchecked') return reference
    const value = secrets.get(name)
    if (value === undefined) {
      problems.push(
        `The secret "${name}" does not exist.${didYouMean(name, secrets.keys())} Set it with: drawbridge secrets set ${name}`,
      )
    }
    return value
  }
}
