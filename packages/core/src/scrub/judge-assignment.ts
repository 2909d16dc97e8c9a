import { entropy } from './entropy.ts'
import { isPlaceholder } from './placeholder.ts'
import type { Assignment } from './read-assignment.ts'
import type { GenericTrust } from './scrub-rule.ts'
import { isEnvironmentName, isFirmName, isOrdinaryName } from './telling-names.ts'

/**
 * The input of `judgeAssignment`: how and what is assigned, how much the keyword tells, and the whole name on demand.
 */
export interface JudgedAssignment {
  readonly assignment: Assignment
  readonly value: string
  readonly profile: ValueProfile
  readonly trust: GenericTrust
  readonly name: () => string
}

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i
const hexadecimal = /^(?:0x)?[\da-f]+$/i

/**
 * Returns true if the value assigned to a name is a secret, judged by both. Ordinary code, words, paths, and, for names
 * that are not firm, hashes and UUIDs are not.
 */
export function judgeAssignment({ assignment, value, profile, trust, name }: JudgedAssignment): boolean {
  switch (trust) {
    case 'environment':
      return couldBeSetting(name(), { value, profile, ...assignment })
    case 'password':
      return couldBePassword({ value, profile, ...assignment }) && hasSecretName(value, trust, name())
    case 'secret':
      return isRandom({ value, profile, ...assignment }, 3) && hasSecretName(value, trust, name())
    case 'hint':
      return isRandom({ value, profile, ...assignment }, 3.4) && hasSecretName(value, trust, name())
    default:
      return trust satisfies never
  }
}

function hasSecretName(value: string, trust: GenericTrust, name: string): boolean {
  if (isOrdinaryName(name)) return false
  if (uuid.test(value)) return trust === 'secret' && isFirmName(name)
  if (!hexadecimal.test(value)) return true
  return value.length >= (trust === 'secret' ? 10 : 16) && isFirmName(name) && /[a-f]/i.test(value)
}

interface Candidate extends Assignment {
  readonly value: string
  readonly profile: ValueProfile
}

/**
 * Counts the kinds of characters in a value, or returns `undefined` if its length and kinds of characters rule a secret out. Ask
 * this first: it settles nearly every assignment of ordinary code.
 */
export function profileSubstance(
  text: string,
  { start, end, quoted }: Assignment,
  trust: GenericTrust,
): ValueProfile | undefined {
  const length = end - start
  if (length < leastLengths[trust] || startsTemplate(text, start)) return undefined
  const profile = profileValue(text, start, end)
  if (profile.letters === 0) return undefined
  switch (trust) {
    case 'password':
      return length <= 200 && (profile.digits + profile.symbols > 0 || (quoted && length >= 16)) ? profile : undefined
    case 'secret':
    case 'hint':
      return profile.digits > 0 && profile.switches >= 3 ? profile : undefined
    case 'environment':
      return profile
    default:
      return trust satisfies never
  }
}

/** `$NAME`, `${…}`, `$(…)`, `{…}`, `<…>`: something else is put there. */
function startsTemplate(text: string, start: number): boolean {
  const first = text.charCodeAt(start)
  if (first !== 36) return first === 123 || first === 60
  const second = text.charCodeAt(start + 1) | 32
  return (second >= 97 && second <= 123) || second === 40
}

/** The shortest value that can be a secret, by what the name tells, in UTF-16 units. */
export const leastLengths: Readonly<Record<GenericTrust, number>> = {
  password: 6,
  secret: 10,
  hint: 16,
  environment: 8,
}

/**
 * Returns true for possible values of an environment variable: any value of some length that is neither a name nor an
 * expression.
 */
function couldBeSetting(name: string, candidate: Candidate): boolean {
  const { value, operator, quoted, spaced } = candidate
  if (!isEnvironmentName(name) || /\s/.test(value) || entropy(value) < 3 || isPlaceholder(value)) return false
  if (memberExpression.test(value) || constantName.test(value) || /^\.{0,2}\//.test(value)) return false
  if (/^[a-z]{2,12}:/.test(value)) return name.endsWith('DSN')
  if (operator === 'assign' && !spaced) return true
  return !wordSeparated.test(value) && (quoted ? !camelCase.test(value) : isRandom(candidate, 3))
}

function couldBePassword({ value, operator, quoted, spaced, profile }: Candidate): boolean {
  if (!/[\d!#$%^&*?~@+]/.test(value.slice(1))) return quoted && looksDrawn(value)
  if (isPlaceholder(value) || (!quoted && (namedPair.test(value) || codeText.test(value)))) return false
  if (locations.test(value) && !/[!#$%^&*?@]/.test(value)) return false
  if (quoted) return !/\s/.test(value) && entropy(value) >= 2
  if (operator === 'element' || operator === 'option' || !spaced) return entropy(value) >= 2.2
  return profile.digits > 0 && /[A-Za-z]{2}/.test(value) && entropy(value) >= 2.4
}

/** Dotted names, addresses and paths. */
const locations = /^[\w-]+(?:\.[\w-]+)+$|^(?:https?|file):|^[./~]|\/.*\//

/** Operators of programming languages. */
const codeText = /\?\?|\?\.|&&|=>|^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+[?!]/

/** `user/password` and `user:password` after one name: it is unknown which part is the secret. */
const namedPair = /^[A-Za-z]+[/:,]/

/** Letters alone that no word is made of. */
function looksDrawn(value: string): boolean {
  return /^[A-Za-z]{16,}$/.test(value) && /[A-Z]{3}/.test(value) && /[a-z][A-Z]/.test(value) && entropy(value) >= 3.8
}

const tokenText = /^[\w.+/=~@%-]+$/
const emailAddress = /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/
/** Values that a cluster's public key has encrypted begin like this and may be published. */
const sealedValue = /^A[gQ][A-Za-z0-9+/]{300}/
const path = /^\.{0,2}\/[\w.-]+\/|:\/\/|^[\w-]+\.(?:pem|key|json|ya?ml|txt|js|ts|py|html?|xml|crt|jks|p12)$/
const wordSeparated = /^[^A-Za-z\d]*[A-Za-z]+\d{0,4}(?:(?:[_.\-/: ]|%[\dA-F]{2})+[A-Za-z]*\d{0,4})*$/
/** Words with hyphens of which one holds a number, such as `base64url-encoded`. */
const compoundWord = /^[a-z]+\d{1,3}[a-z]+(?:-[a-z]+)+$/
const camelCase = /^[a-z]*(?:[A-Z][a-z]{2,}\d{0,3}){2,}$/
const constantName = /^[A-Z][A-Z\d]*(?:_[A-Z\d]+)+$/
const memberExpression = /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+$/

/** Returns true if a value looks random and not written by hand: entropy, and digits among the letters. */
function isRandom({ value, quoted, spaced, profile }: Candidate, bits: number): boolean {
  if (!tokenText.test(value) || profile.digits === 0) return false
  if (wordSeparated.test(value)) return false
  if (entropy(value) < (hexadecimal.test(value) ? Math.min(bits, 2.6) : bits)) return false
  if (uuid.test(value)) return !isPlaceholder(value)
  if (camelCase.test(value) || compoundWord.test(value) || path.test(value)) return false
  if (isPlaceholder(value) || emailAddress.test(value) || sealedValue.test(value)) return false
  if (!quoted && memberExpression.test(value) && !/\d[A-Za-z]+\d/.test(value)) return false
  const length = Math.min(value.length, 160)
  if (!quoted && spaced && /^[A-Za-z_$][\w$]*$/.test(value)) {
    return profile.switches >= Math.max(4, length * 0.18) && /\d[A-Za-z]+\d/.test(value)
  }
  return profile.switches >= Math.max(3, length * 0.12)
}

/** The composition of a value, counted in one pass over at most its first 160 units. */
export interface ValueProfile {
  readonly digits: number
  readonly letters: number
  readonly symbols: number
  /** The number of changes between digit, lower case, upper case and other among neighbours: few in words, many in random text. */
  readonly switches: number
}

const longestWalk = 160

/** Counts the kinds of characters in `text` from `start` to `end`. */
export function profileValue(text: string, start: number, end: number): ValueProfile {
  const limit = Math.min(end, start + longestWalk)
  let digits = 0
  let letters = 0
  let switches = -1
  let previous = -1
  for (let index = start; index < limit; index++) {
    const unit = text.charCodeAt(index)
    let kind = 3
    if (unit >= 97 && unit <= 122) kind = 1
    else if (unit >= 48 && unit <= 57) kind = 0
    else if (unit >= 65 && unit <= 90) kind = 2
    if (kind === 0) digits++
    else if (kind !== 3) letters++
    if (kind !== previous) switches++
    previous = kind
  }
  return { digits, letters, symbols: limit - start - digits - letters, switches }
}
