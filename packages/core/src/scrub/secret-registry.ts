import type { DynamicMatcher } from './dynamic-matcher.ts'
import { createLiteralMatcher, type LiteralMatcher } from './literal-matcher.ts'
import { createPackedMatcher } from './packed-matcher.ts'
import type { Redaction } from './redaction.ts'
import { packedForms, secretForms, shortestSecret } from './secret-forms.ts'

/** The time for which a registered value is searched for. Until then it is removed from every text. */
export type SecretLifetime =
  | { readonly scope: 'process' }
  | { readonly scope: 'session'; readonly session: string }
  | { readonly scope: 'call'; readonly call: string }

/** The lifetime of a registered value, and the rule that its redactions name. */
export type RegisterOptions = SecretLifetime & {
  /** Name reported with its redactions and in the counts; `registered-value` by default. */
  readonly rule?: string
}

/** A registered value; disposing of it ends its own registration only. */
export interface SecretRegistration extends Disposable {
  /** False for a value of fewer than six units: it is not looked for. */
  readonly accepted: boolean
}

/** A value that is looked for now, and the name of its redactions. */
export interface RegisteredValue {
  readonly value: string
  readonly rule: string
}

/** Values known at run time that must not leave, such as resolved credentials and the machine's own addresses. */
export interface SecretRegistry {
  register(value: string, options: RegisterOptions): SecretRegistration
  /** Ends every registration of a session or a call. */
  release(owner: Exclude<SecretLifetime, { scope: 'process' }>): void
  /** The values registered now: secrets, which never leave the process. */
  values(): readonly RegisteredValue[]
  /** Matches the currently registered values, in all their spellings; `undefined` if there are none. */
  matcher(): DynamicMatcher | undefined
}

interface Entry {
  readonly value: string
  readonly rule: string
  readonly owner: string
  /** Worked out once, however often the matcher is made again. */
  readonly forms: readonly string[]
  readonly packed: readonly string[]
}

/** Creates an empty registry. The matcher is rebuilt at its first use after a change. */
export function createSecretRegistry(): SecretRegistry {
  const entries = new Set<Entry>()
  let current: DynamicMatcher | undefined
  let stale = false

  function remove(entry: Entry): void {
    if (entries.delete(entry)) stale = true
  }

  return {
    register(value, options) {
      if (value.length < shortestSecret) return { accepted: false, [Symbol.dispose]: () => {} }
      const packed = packedForms(value)
      const forms = secretForms(value, packed)
      const rule = options.rule ?? 'registered-value'
      const entry = { value, rule, owner: ownerKey(options), forms, packed }
      entries.add(entry)
      stale = true
      return { accepted: true, [Symbol.dispose]: () => remove(entry) }
    },
    release(owner) {
      const key = ownerKey(owner)
      for (const entry of entries) if (entry.owner === key) remove(entry)
    },
    values: () => [...entries].map(({ value, rule }) => ({ value, rule })),
    matcher() {
      if (stale) current = entries.size === 0 ? undefined : createDynamicMatcher(entries)
      stale = false
      return current
    },
  }
}

function ownerKey(lifetime: SecretLifetime): string {
  switch (lifetime.scope) {
    case 'process':
      return 'process'
    case 'session':
      return `session ${lifetime.session}`
    case 'call':
      return `call ${lifetime.call}`
    default:
      return lifetime satisfies never
  }
}

function createDynamicMatcher(entries: Iterable<Entry>): DynamicMatcher {
  const rules = new Map<string, string>()
  for (const { forms, rule } of entries) {
    for (const form of forms) if (!rules.has(form)) rules.set(form, rule)
  }
  const names = [...rules.values()]
  const literals: LiteralMatcher = createLiteralMatcher([...rules.keys()])
  const packed = createPackedMatcher([...entries])
  return {
    find(text) {
      const found: Redaction[] = []
      literals.match(text, (literal, start, end) => found.push({ rule: names[literal] as string, start, end }))
      const apart = packed.find(text)
      return found.length === 0 ? apart : [...found, ...apart]
    },
    partialStart: (text) => Math.min(literals.partialStart(text), packed.partialStart(text)),
  }
}

/**
 * Returns the reason why a value cannot be used as a secret, as the end of a sentence that begins with its name;
 * undefined if it can. Never reveals the value.
 */
export function secretObjection(value: string): string | undefined {
  if (value.includes('\0')) return 'contains a NUL character, which no variable of a program can hold'
  if (value.trim().length >= shortestSecret) return undefined
  return `has fewer than ${shortestSecret} characters, not counting blanks around them: too few to be removed from other text`
}
